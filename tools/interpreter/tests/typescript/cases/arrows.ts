const one = (x: number): number => x + 1;
const gen = <T,>(x: T): T => x;
const gen2 = <T extends { a: number }>(x: T) => x.a;
const two = async <T>(x: T): Promise<T> => x;
const opt = (x?: number, y: string = "d") => [x, y];
console.log(one(1), gen("s"), gen2({ a: 4 }), await two(5), opt());
