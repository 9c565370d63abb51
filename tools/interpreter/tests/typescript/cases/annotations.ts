const a: number = 1;
let b: string | undefined;
var c: Array<{ x: number }> = [{ x: 1 }], d: [number, string] = [1, "z"];
b = "two";
function f(x: number, y?: string, ...rest: number[]): string { return `${x}${y}${rest}`; }
console.log(a, b, c, d, f(1), f(1, "q", 3, 4));
