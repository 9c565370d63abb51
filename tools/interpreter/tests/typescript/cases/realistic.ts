interface Row { id: number; tags: string[]; score?: number }
type Index<K extends string | number, V> = Map<K, V[]>;
enum Level { Low, Mid = 5, High }
const rows: Row[] = [{ id: 1, tags: ["a", "b"] }, { id: 2, tags: ["b"], score: 7 }];
function group<K extends string | number, V>(items: readonly V[], keys: (item: V) => K[]): Index<K, V> {
  const out: Index<K, V> = new Map();
  for (const item of items) for (const key of keys(item)) {
    const list = out.get(key) ?? [];
    list.push(item);
    out.set(key, list);
  }
  return out;
}
class Report { private lines: string[] = []; constructor(private readonly title: string, public level: Level = Level.Mid) {} add(...xs: (string | number)[]): this { this.lines.push(xs.join(" ")); return this; } toString(): string { return [this.title, Level[this.level], ...this.lines].join("\n"); } }
const rep = new Report("T").add("x", 1);
const idx = group(rows, (r): string[] => r.tags);
const best = rows.reduce<Row | null>((acc, r) => ((acc?.score ?? -1) < (r.score ?? 0) ? r : acc), null)!;
console.log(String(rep), [...idx.keys()], best.id);
return { best, level: Level.High as Level, n: idx.size };
