const one = (x: number): {
  a: number;
} => ({ a: x });
const two = (x: number)
  : number => x * 2;
const three = async <
  T,
>(
  x: T, // comment
): Promise<
  T
> => x;
function ret() {
  return <
    T
  >(x: T) => x;
}
const four = (x: number): Array<
  é
> => [x as any];
type é = any;
console.log(one(1), two(2), await three(3), ret()(4), four(5));
