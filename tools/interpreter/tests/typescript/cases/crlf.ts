const a: number = 1;
interface X {
  a: number;
}
enum E {
  A,
  B = "b",
}
console.log(a, E);
