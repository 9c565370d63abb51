function outer<T>(xs: T[]): <U>(f: (x: T) => U) => U[] { return <U,>(f: (x: T) => U): U[] => { function inner(x: T): U; function inner(x: any) { return f(x); } type L = U; const out: L[] = []; for (const x of xs) out.push(inner(x)); return out; }; }
console.log(outer([1, 2])((x: number): string => `n${x}`));
