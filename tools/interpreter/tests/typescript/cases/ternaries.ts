const a: boolean = true, b = 1 as number;
const x = a ? (b) : (c: number): number => c;
const y = a ? (b as any) : b!;
const z = a ? <any>b : { q: 1 } as any;
const w = a ? (p: number): number => p : (q: number) => q;
const v = !a ? b : a ? (n?: number) => n : null;
console.log(x, y, z, (w as any)(4), (v as any)(5));
