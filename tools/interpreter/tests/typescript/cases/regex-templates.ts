const r: RegExp = /[/"'`{}()]+/g as RegExp;
const t: string = `a${`b${1 as number}${((x: number): number => x)(2)}`}c`;
const d = (4 as number) / 2 / (1 as number);
const u = "//not" + '/*not*/' as string;
console.log("a/b{}".replace(r, "-"), t, d, u, /x/.test("x") as boolean);
