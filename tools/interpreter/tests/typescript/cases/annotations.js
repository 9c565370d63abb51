const a         = 1;
let b                    ;
var c                       = [{ x: 1 }], d                   = [1, "z"];
b = "two";
function f(x        , y         , ...rest          )         { return `${x}${y}${rest}`; }
console.log(a, b, c, d, f(1), f(1, "q", 3, 4));
