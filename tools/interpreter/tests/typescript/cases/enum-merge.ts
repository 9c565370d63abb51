enum E { A = 1 }
console.log(E)
enum E { B = 2, C = A }
{
  enum E { X }
  enum E { Y = 5, Z = X }
  console.log(E);
}
function f() { enum E { Q = 9 } enum E { R = 10 } return E; }
console.log(E, f());
