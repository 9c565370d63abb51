const o: Record<string, number> = { a: 1 }
const k = "a" as keyof typeof o in o
const t = (o as any) instanceof (Object as any)
const u = typeof o!.a! === ("number" as string) && !(<any>o).b && o?.["a"]! > (0 as number)
const v = +o.a!, w = (-o.a!) ** 1 === -1 ? 1 : 2
console.log(k, t, u, v)
