var A; (function (A) { typeof (A["X"] = "a".length) === "number" && (A[A["X"]] = "X");  A[A["Y"] = A.X * 2] = "Y";  typeof (A["Z"] = `${"q"}`.length) === "number" && (A[A["Z"]] = "Z"); })(A || (A = {}));
var B; (function (B) { B[B["P"] = A.Y] = "P";  B[B["Q"] = B.P + 1] = "Q";  B[B["R"] = B["Q"]] = "R"; })(B || (B = {}));
var C; (function (C) { C[C["One"] = 1] = "One";  C[C["Two"] = C.One << 1] = "Two";  C[C["Three"] = (C.One | C.Two)] = "Three";  C[C["M1"] = -C.One] = "M1";  C[C["Inv"] = ~C.Three] = "Inv";  C[C["F"] = 0.1 + 0.2] = "F";  C[C["Big"] = 1e21] = "Big";  C[C["Next"] = 1000000000000000000000] = "Next";  C[C["Neg0"] = -0] = "Neg0";  C["Str"] = "s";  C[C["Num"] = 3          ] = "Num"; })(C || (C = {}));
var D; (function (D) { D[D["A"] = 1 << 31] = "A";  D[D["B"] = 5 >>> 1] = "B";  D[D["C"] = -1 >>> 0] = "C";  D[D["D"] = -7 % 3] = "D";  D[D["E"] = 0b101] = "E";  D[D["F"] = 6] = "F";  D[D["G"] = 1_000] = "G";  D[D["H"] = 1001] = "H"; })(D || (D = {}));
var E2; (function (E2) { E2[E2["a-b"] = 1] = "a-b";  E2[E2["c d"] = 2] = "c d";  E2[E2["e"] = E2["a-b"] + 5] = "e";  E2[E2["t"] = 3] = "t"; })(E2 || (E2 = {}));
var F2; (function (F2) { F2[F2["A"] = 0] = "A"; })(F2 || (F2 = {}));
if (true) { let F3; (function (F3) { F3[F3["Q"] = 7] = "Q"; })(F3 || (F3 = {})); console.log(F3.Q) }
console.log(A, B, C, D, E2, F2.A, C[C.Two])
