const base = 10;
const name = "n";
enum E { A = base, B, C = Math.max(1, 2), D = name as any }
for (let i = 0; i < 2; i++) { enum L { A = i, B = A } console.log(L.A, L.B); }
switch (1 as number) { case 1: enum Sw { P = 4 } console.log(Sw.P); }
const cls = class { static { enum In { Z = 1 } console.log(In); } };
label: { enum Lab { A } console.log(Lab); }
console.log(E.A, E[10], E.C, typeof cls);
