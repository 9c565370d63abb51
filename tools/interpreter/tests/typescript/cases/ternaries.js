const a          = true, b = 1          ;
const x = a ? (b) : (c        )         => c;
const y = a ? (b       ) : b ;
const z = a ?      b : { q: 1 }       ;
const w = a ? (p        )         => p : (q        ) => q;
const v = !a ? b : a ? (n         ) => n : null;
console.log(x, y, z, (w       )(4), (v       )(5));
