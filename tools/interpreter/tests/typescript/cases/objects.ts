const o = {
  a: 1 as number,
  m<T>(x: T): T { return x; },
  get p(): number { return 1; },
  set p(v: number) { },
  async n(x?: number): Promise<number | undefined> { return x; },
  ["c" as string]: 2,
  arrow: <T,>(x: T): T => x,
  *gen(): Generator<number> { yield 1; },
} satisfies Record<string, unknown>;
console.log(o, o.m<number>(3), await o.n(), [...o.gen()], o.arrow("z"));
