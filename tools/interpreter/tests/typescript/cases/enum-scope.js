const base = 10;
const name = "n";
var E; (function (E) { typeof (E["A"] = base) === "number" && (E[E["A"]] = "A");  E[E["B"] = E["A"] + 1] = "B";  E[E["C"] = Math.max(1, 2)] = "C";  E[E["D"] = name       ] = "D"; })(E || (E = {}));
for (let i = 0; i < 2; i++) { let L; (function (L) { typeof (L["A"] = i) === "number" && (L[L["A"]] = "A");  typeof (L["B"] = L.A) === "number" && (L[L["B"]] = "B"); })(L || (L = {})); console.log(L.A, L.B); }
switch (1          ) { case 1: let Sw; (function (Sw) { Sw[Sw["P"] = 4] = "P"; })(Sw || (Sw = {})); console.log(Sw.P); }
const cls = class { static { let In; (function (In) { In[In["Z"] = 1] = "Z"; })(In || (In = {})); console.log(In); } };
label: { let Lab; (function (Lab) { Lab[Lab["A"] = 0] = "A"; })(Lab || (Lab = {})); console.log(Lab); }
console.log(E.A, E[10], E.C, typeof cls);
