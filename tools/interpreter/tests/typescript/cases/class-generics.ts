class Box<in out T extends object = {}> { constructor(public readonly value: T) {} map<U extends object>(f: (x: T) => U): Box<U> { return new Box<U>(f(this.value)); } }
class Sub<T extends object> extends Box<T> implements Iface<T> { }
class Multi<
  A,
  B
> extends Map<
  A,
  B
> {
}
interface Iface<T> { }
const E = class<T> extends Array<T> implements Iface<T> { };
const F = class implements Iface<1> { x = 1 };
console.log(new Box({ a: 1 }).map((x) => ({ b: x.a })), new Sub({ q: 1 }), new Multi<string, number>([["a", 1]]).size, new E<number>(3).length, new F());
