class A             {
         a         = 1;
                   b = "b";
            static          c         = "c";
  static override         = 5;
  d         ;
  e         ;
  ;                 
           g
  ;                      
  ;                         
         get h()         { return this.a; }
         set h(v        ) { this.a = v; }
          async *i()                         { yield 1; }
  ;                    
  k (x        )         { return x; }
  #l         = 3;
                  "quoted"         = 4;
  static { this.c = "changed"; }
         l()         { return this.#l; }
}
const a = new A        ();
console.log(a, A.c, A.override, a.l(), a.h, a.k (2), Object.keys(a));
for await (const x of (a       ).i()) console.log(x);
