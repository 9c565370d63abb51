var S; (function (S) { S["A"] = "a";  S["B"] = `b`;  S["C"] = S.A + "c";  S["D"] = `${S.B}d`;  S["E"] = S.A; })(S || (S = {}));
var T; (function (T) { T["Q"] = S.A;  T["R"] = "x" + 1;  T[T["N"] = 5] = "N";  T[T["M"] = T.N] = "M"; })(T || (T = {}));
console.log(S, T, Object.keys(T));
