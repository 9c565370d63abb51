let a      = (1       , 2          ), b = (a,      3);
a ||= 4          ; a ??=         5; a **= 2       ;
console.log(a, b, void 0       , delete (a       ).x, a        instanceof Object, "x"           in {});
