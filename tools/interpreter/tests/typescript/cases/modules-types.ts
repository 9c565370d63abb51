import type { A } from "x";
import type B from "y";
import type * as C from "z";
import { type D, type E } from "w";
export type { A };
export type F = number;
export interface G { a: 1 }
export declare const h: number;
export type { I } from "i";
export {};
console.log("modules");
