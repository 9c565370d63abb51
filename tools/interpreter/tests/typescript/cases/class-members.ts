class A<T = number> {
  public a: number = 1;
  private readonly b = "b";
  protected static readonly c: string = "c";
  static override: number = 5;
  d!: string;
  e?: number;
  declare f: number;
  readonly g
  [key: string]: unknown;
  static [k: number]: string
  public get h(): number { return this.a; }
  public set h(v: number) { this.a = v; }
  private async *i(): AsyncGenerator<number> { yield 1; }
  protected j?(): void;
  k?(x: number): number { return x; }
  #l: number = 3;
  public readonly "quoted": number = 4;
  static { this.c = "changed"; }
  public l(): number { return this.#l; }
}
const a = new A<string>();
console.log(a, A.c, A.override, a.l(), a.h, a.k!(2), Object.keys(a));
for await (const x of (a as any).i()) console.log(x);
