enum Empty {}
enum Lines
{
  A
  ,
  B = 2
  , /* c */ C
}
enum Math2 { A = ~1, B = 7 % 4, C = 2 * 3 - 1, D = 0xff, E = 1 / 4, F, G = +"3" as any, H = (1 + 1) }
enum Self { Self = 1, Other = Self, Third = Self.Other, Fourth = Self2() }
function Self2() { return 9 }
enum Neg { A = -2, B, C, D }
enum NaNs { A = NaN, B = 2 ** 3 }
console.log(Empty, Lines, Math2, Self, Neg, NaNs);
