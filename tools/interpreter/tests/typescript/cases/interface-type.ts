interface A { a: number; b?: string; [key: string]: unknown; (x: number): string; new (x: string): A; m(): void }
type B = A & { c: number };
type C<T> = T extends string ? "s" : T extends number ? "n" : never;
type D = { [K in keyof B]?: B[K] } | `${string}-x`;
declare const nothing: A;
declare function nothing2(x: number): void;
declare let a1: number, a2: string;
declare class X { y: number }
declare enum Z { A }
declare module "foo" { export const x: number; }
declare global { interface Window { x: number } }
declare namespace N { const x: number; }
namespace Types { export type A = number; export interface B { c: 1 } namespace Deep { type Q = 1 } }
abstract class Abs { abstract x: number; }
console.log("types", typeof Abs);
