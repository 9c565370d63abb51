function f() {
  return <
    number
  >1;
}
function g() {
  return {
    a: 1,
  } as {
    a: number;
  };
}
const h = () => <any>{ a: 1 };
const i = () => <any>function () { return 7; };
const j = (1 as
  number) + 2;
console.log(f(), g(), h(), i()(), j);
