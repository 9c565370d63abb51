;                                             
const o    = { m() { return 1; } };
console.log(o.m?.() , o.n?.() ?? "none", o["m"] ());
class P { opt    (x   )    { return x; } ["comp"] ()         { return 3; } ["f"]         ; ["g"];         }
console.log(new P().opt         (2), new P().comp (), new P());
