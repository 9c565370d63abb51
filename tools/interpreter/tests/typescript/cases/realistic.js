;                                                           
;                                                      
var Level; (function (Level) { Level[Level["Low"] = 0] = "Low";  Level[Level["Mid"] = 5] = "Mid";  Level[Level["High"] = 6] = "High"; })(Level || (Level = {}));
const rows        = [{ id: 1, tags: ["a", "b"] }, { id: 2, tags: ["b"], score: 7 }];
function group                              (items              , keys                  )              {
  const out              = new Map();
  for (const item of items) for (const key of keys(item)) {
    const list = out.get(key) ?? [];
    list.push(item);
    out.set(key, list);
  }
  return out;
}
class Report { title; level;         lines           = []; constructor(                 title        ,        level        = Level.Mid) { this.title = title; this.level = level;} add(...xs                     )       { this.lines.push(xs.join(" ")); return this; } toString()         { return [this.title, Level[this.level], ...this.lines].join("\n"); } }
const rep = new Report("T").add("x", 1);
const idx = group(rows, (r)           => r.tags);
const best = rows.reduce            ((acc, r) => ((acc?.score ?? -1) < (r.score ?? 0) ? r : acc), null) ;
console.log(String(rep), [...idx.keys()], best.id);
return { best, level: Level.High         , n: idx.size };
