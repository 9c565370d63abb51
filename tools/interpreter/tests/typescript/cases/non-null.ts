const o: { a?: { b?: number[] } } = { a: { b: [1, 2] } };
console.log(o.a!.b![0]!, o!.a!.b!.length, o.a!?.b?.[1], o?.a!.b![1]);
const q: { a?: { b: number } } | undefined = undefined as any;
console.log(q?.a!.b);
let k: number;
k! = 1;
k!++;
console.log(k! + k!, !k!, k! in { 2: 1 });
