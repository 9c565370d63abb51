enum A { X = "a".length, Y = X * 2, Z = `${"q"}`.length }
enum B { P = A.Y, Q = B.P + 1, R = B["Q"] }
enum C { One = 1, Two = One << 1, Three = (One | Two), M1 = -One, Inv = ~Three, F = 0.1 + 0.2, Big = 1e21, Next, Neg0 = -0, Str = "s", Num = 3 as number }
enum D { A = 1 << 31, B = 5 >>> 1, C = -1 >>> 0, D = -7 % 3, E = 0b101, F, G = 1_000, H }
enum E2 { "a-b" = 1, "c d", e = E2["a-b"] + 5, t = 3 }
const enum F2 { A }
if (true) { const enum F3 { Q = 7 } console.log(F3.Q) }
console.log(A, B, C, D, E2, F2.A, C[C.Two])
