const one = (x        )         => x + 1;
const gen =     (x   )    => x;
const gen2 =                          (x   ) => x.a;
const two = async    (x   )             => x;
const opt = (x         , y         = "d") => [x, y];
console.log(one(1), gen("s"), gen2({ a: 4 }), await two(5), opt());
