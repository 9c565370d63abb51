const f = (x        )                => ({ a: x });
const g = (x        ) => (              { a: x });
const h = () =>        ["a", "b"];
const i = () => { return (    { a: 1 }) };
const j = () => (    class { static v = 1 });
const k = () => ((    { a: 1 })).a;
const l = () => ((    { q: 2 })                 );
const m = async () =>                  Promise.resolve(3);
console.log(f(1), g(2), h(), i(), j().v, k(), l(), await m());
