interface O { m?(): number; n?: () => number }
const o: O = { m() { return 1; } };
console.log(o.m?.()!, o.n?.() ?? "none", o["m"]!());
class P { opt?<T>(x: T): T { return x; } ["comp"]?(): number { return 3; } ["f"]?: number; ["g"]!: string }
console.log(new P().opt!<number>(2), new P().comp!(), new P());
