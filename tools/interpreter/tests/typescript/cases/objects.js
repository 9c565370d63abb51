const o = {
  a: 1          ,
  m   (x   )    { return x; },
  get p()         { return 1; },
  set p(v        ) { },
  async n(x         )                              { return x; },
  ["c"          ]: 2,
  arrow:     (x   )    => x,
  *gen()                    { yield 1; },
}                                  ;
console.log(o, o.m        (3), await o.n(), [...o.gen()], o.arrow("z"));
