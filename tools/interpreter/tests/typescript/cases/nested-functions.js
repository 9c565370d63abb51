function outer   (xs     )                             { return     (f             )      => { ;                        function inner(x     ) { return f(x); } ;           const out      = []; for (const x of xs) out.push(inner(x)); return out; }; }
console.log(outer([1, 2])((x        )         => `n${x}`));
