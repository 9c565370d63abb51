var E; (function (E) { E[E["A"] = 0] = "A";  E[E["B"] = 1] = "B";  E[E["C"] = 2] = "C"; })(E || (E = {}));
var F; (function (F) { F[F["A"] = 1] = "A";  F[F["B"] = 2] = "B";  F[F["C"] = 10] = "C";  F[F["D"] = 11] = "D"; })(F || (F = {}));
var G; (function (G) { G["A"] = "a";  G["B"] = "b"; })(G || (G = {}));
var H; (function (H) {
  H[H["A"] = 1 << 0] = "A";  // first
  H[H["B"] = 1 << 1] = "B"; 
  H[H["C"] = H.A | H.B] = "C"; 
  typeof (H["D"] = "x".length) === "number" && (H[H["D"]] = "D"); 
  H[H["E"] = -5] = "E"; 
  H[H["F"] = -4] = "F"; 
  H[H["quoted key"] = -3] = "quoted key"; 
  H[H["it\"s"] = 7] = "it\"s";
})(H || (H = {}));
console.log(E, E[0], E.B, F, G, H, H[-5], H["quoted key"]);
