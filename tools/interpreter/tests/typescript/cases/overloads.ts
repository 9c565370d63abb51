function f(x: number): number;
function f(x: string): string
function f(x: any): any { return x; }
class A {
  m(x: number): number;
  m(x: string): string
  m(x: any): any { return x; }
  constructor(x: number);
  constructor(x: string)
  constructor(public x: any) {}
  static s(): void;
  static s(x?: number) { return x; }
}
console.log(f(1), f("a"), new A(3).m(1), new A("s").x, A.s());
