// The beginning of a run: random numbers and globals, from what the run is given.
(function (native, shared) {
  "use strict";
  // xoshiro128**: all of its state is the seed.
  let [a, b, c, d] = [1, 2, 3, 4];
  const turn = (x, by) => (x << by) | (x >>> (32 - by));
  function next() {
    const result = Math.imul(turn(Math.imul(b, 5), 7), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = turn(d, 11);
    return result;
  }
  const random = () => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992;
  Object.defineProperty(Math, "random", { value: random, configurable: true, writable: true });

  for (const [name, value] of Object.entries(shared.globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }

  return (seed, args) => {
    [a, b, c, d] = seed;
    Object.defineProperty(globalThis, "args", { value: JSON.parse(args), configurable: true, writable: true });
  };
});
