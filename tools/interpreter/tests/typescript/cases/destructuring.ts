const { a, b: { c } = { c: 2 } }: { a: number; b?: { c: number } } = { a: 1 };
const [d, , e = 3 as number]: (number | undefined)[] = [4, 5];
function f({ x, y = 2 as number }: { x: number; y?: number }, [p, q]: [number, number] = [7, 8]): number[] { return [x, y, p, q]; }
const g = ({ x }: { x: number }): number => x;
for (const [k, v] of Object.entries({ m: 1 }) as [string, number][]) console.log(k, v);
console.log(a, c, d, e, f({ x: 1 }), g({ x: 9 }));
let h: any; ({ h } = { h: 3 } as any); [h as any] = [4];
console.log(h);
