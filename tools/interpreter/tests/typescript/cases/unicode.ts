const ünï: string = "日本語 😀";
type Emoji = "😀" | "🎉"; const after: Emoji = "🎉"; console.log(ünï, after);
enum Grün { Äpfel = 1, "日本", Übel = Äpfel | 2 }
const f = (x: "😀😀"): "😀" => x.slice(2) as any; console.log(f("😀😀"), Grün);
