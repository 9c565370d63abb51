type Fn = new (...args: any[]) => object; type Ab = abstract new () => object;
type Cond<T> = T extends (infer U extends string)[] ? U : T extends { a: infer V } ? V : never;
type Tup = [a: string, b?: number, ...rest: boolean[]];
type Imp = typeof import("fs"); type Q = import("fs").Stats;
let x: typeof globalThis.Math | null = null; let y: keyof typeof o; let z: readonly string[] = [];
const o = { a: 1 }; let w: (typeof z)[number]; let f: (this: Window, a?: number) => asserts a is 1;
let g: { (x: number): string; prop: number; method?(): void; get a(): number; set a(v: number) } | undefined;
console.log(x, y, z, w, f, g);
