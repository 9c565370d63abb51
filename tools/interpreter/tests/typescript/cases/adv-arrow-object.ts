const f = (x: number): { a: number } => ({ a: x });
const g = (x: number) => <{ a: number }>{ a: x };
const h = () => <const>["a", "b"];
const i = () => { return <any>{ a: 1 } };
const j = () => <any>class { static v = 1 };
const k = () => (<any>{ a: 1 }).a;
const l = () => (<any>{ q: 2 } as { q: number });
const m = async () => <Promise<number>>Promise.resolve(3);
console.log(f(1), g(2), h(), i(), j().v, k(), l(), await m());
