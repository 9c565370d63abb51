// Runs every case twice, as TypeScript's own compiler emits it and as the
// golden file has it, and compares what both print and return.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";

const ts = createRequire(import.meta.url)("typescript");
const dir = process.argv[2];
const AsyncFunction = (async () => {}).constructor;

function transpile(source) {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    isolatedModules: true,
  };
  const out = ts.transpileModule(source, { compilerOptions }).outputText;
  return out.replace(/^export \{\};$/m, "");
}

async function run(code) {
  const lines = [];
  const log = (...args) => lines.push(args.map((arg) => (typeof arg === "string" ? arg : JSON.stringify(arg))).join(" "));
  const tools = { echo: { say: async (value) => value } };
  try {
    const result = await new AsyncFunction("console", "tools", code)({ log }, tools);
    lines.push("returned " + JSON.stringify(result));
  } catch (error) {
    lines.push("threw " + error);
  }
  return lines.join("\n");
}

let failed = 0;
let passed = 0;
for (const file of readdirSync(dir).filter((name) => name.endsWith(".ts")).sort()) {
  const source = readFileSync(join(dir, file), "utf8");
  const golden = readFileSync(join(dir, file.replace(/\.ts$/, ".js")), "utf8");
  const want = await run(transpile(source));
  const got = await run(golden);
  const empty = want === "returned undefined" || want.startsWith("threw SyntaxError");
  if (want === got && !empty) {
    passed += 1;
  } else {
    failed += 1;
    console.log(`--- ${file}${empty ? " (prints nothing)" : ""}\nwanted:\n${want}\ngot:\n${got}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
