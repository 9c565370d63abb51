const a                            /* c3 */ = /* c4 */ 1; // as number
function f(/* p */ x                                    /* t */, // trailing
  y         )                          { return (x ?? 0) + (y ?? 5); }
class A /* i */                      /* k */ { /* l */        /* m */ x /* n */ = 1 }
;                                     
const b = a                                  // after
;(console.log(a, f(), new A(), b))
