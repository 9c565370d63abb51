export interface Long {
  a: string; // {
  b: () => {
    c: number
  }
}
type Union =
  | "a"
  | "b"
  | {
      c: number;
    };
function over(
  a: number,
  b?: Union,
): Union
function over(
  a: any,
  b: Union = "a",
): Union {
  return b;
}
console.log(new Error().stack !== undefined, over(1));
