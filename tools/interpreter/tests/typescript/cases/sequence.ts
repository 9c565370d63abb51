let a: any = (1 as any, 2 as number), b = (a, <any>3);
a ||= 4 as number; a ??= <number>5; a **= 2 as any;
console.log(a, b, void 0 as any, delete (a as any).x, a as any instanceof Object, "x" as string in {});
