// The official TypeScript client, driven by one JSON object on standard input.
//
// In:  {"mode": "auto" | "legacy" | "2026-07-28", "url": … or "command": [program, argument…], "calls": [[tool, arguments]…]}
// Out: {"version": …, "server": …, "tools": [name…], "results": [{"result": …} or {"error": {"code", "message"}}…]}
import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const task = JSON.parse(readFileSync(0, 'utf8'));
const negotiation = task.mode === '2026-07-28' ? { pin: task.mode } : task.mode;
const client = new Client({ name: 'bulkhead-test', version: '1.0.0' }, { versionNegotiation: { mode: negotiation } });

function transport() {
  if (task.url) return new StreamableHTTPClientTransport(new URL(task.url));
  const [command, ...args] = task.command;
  return new StdioClientTransport({ command, args, stderr: 'ignore' });
}

async function call([name, args]) {
  try {
    return { result: await client.callTool({ name, arguments: args }) };
  } catch (error) {
    return { error: { code: error.code ?? null, message: String(error.message) } };
  }
}

await client.connect(transport());
const { tools } = await client.listTools();
const results = [];
for (const one of task.calls) results.push(await call(one));
const answer = {
  version: client.getNegotiatedProtocolVersion(),
  server: client.getServerVersion()?.name,
  tools: tools.map((tool) => tool.name),
  results,
};
await client.close();
console.log(JSON.stringify(answer));
