enum E { A, B, C }
enum F { A = 1, B, C = 10, D }
enum G { A = "a", B = "b" }
enum H {
  A = 1 << 0, // first
  B = 1 << 1,
  C = A | B,
  D = "x".length,
  E = -5,
  F,
  "quoted key",
  'it"s' = 7
}
console.log(E, E[0], E.B, F, G, H, H[-5], H["quoted key"]);
