class T { static #n: number = 0; static get n(): number { return T.#n; } static set n(v: number) { T.#n = v; } static inc = (): number => ++T.#n; static async make<U>(this: new () => U): Promise<U> { return new this(); } }
T.inc(); T.n = T.n + 5;
console.log(T.n, await T.make());
