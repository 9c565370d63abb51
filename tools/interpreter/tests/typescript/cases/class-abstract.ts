abstract class Shape {
  constructor(protected readonly name: string) {}
  abstract area(): number
  abstract get sides(): number;
  protected abstract readonly kind: string;
  abstract tag: string
  describe(): string { return `${this.name} ${this.area()}`; }
  public static make(): Shape { return new Sq(2); }
}
class Sq extends Shape implements Named, Other<string> {
  readonly kind = "sq"; tag: string = "t";
  constructor(private side: number) { super("sq"); }
  override area(): number { return this.side ** 2; }
  get sides() { return 4; }
}
interface Named { } interface Other<T> { }
const C = abstract_();
function abstract_() { return abstract; }
var abstract: number = 3;
console.log(Shape.make().describe(), new Sq(3), C);
