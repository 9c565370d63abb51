class T { static #n         = 0; static get n()         { return T.#n; } static set n(v        ) { T.#n = v; } static inc = ()         => ++T.#n; static async make   (                 )             { return new this(); } }
T.inc(); T.n = T.n + 5;
console.log(T.n, await T.make());
