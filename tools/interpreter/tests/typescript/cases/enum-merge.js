var E; (function (E) { E[E["A"] = 1] = "A"; })(E || (E = {}));
console.log(E)
;(function (E) { E[E["B"] = 2] = "B";  E[E["C"] = E.A] = "C"; })(E || (E = {}));
{
  let E; (function (E) { E[E["X"] = 0] = "X"; })(E || (E = {}));
  ;(function (E) { E[E["Y"] = 5] = "Y";  E[E["Z"] = E.X] = "Z"; })(E || (E = {}));
  console.log(E);
}
function f() { let E; (function (E) { E[E["Q"] = 9] = "Q"; })(E || (E = {})); ;(function (E) { E[E["R"] = 10] = "R"; })(E || (E = {})); return E; }
console.log(E, f());
