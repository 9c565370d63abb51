// The official TypeScript client of the 1.x line, which knows the revisions with a handshake. Driven as client.mjs is:
// by one JSON object on standard input, whose "mode" can only be "legacy".
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const task = JSON.parse(readFileSync(0, 'utf8'));
if (task.mode !== 'legacy') throw new Error(`this client has no mode ${task.mode}`);
const client = new Client({ name: 'bulkhead-test', version: '1.0.0' });

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

// The client tells its transport what was settled on, and nobody else.
const wire = transport();
const told = wire.setProtocolVersion?.bind(wire);
let version;
wire.setProtocolVersion = (settled) => {
  version = settled;
  told?.(settled);
};
await client.connect(wire);
const { tools } = await client.listTools();
const results = [];
for (const one of task.calls) results.push(await call(one));
const answer = {
  version,
  server: client.getServerVersion()?.name,
  tools: tools.map((tool) => tool.name),
  results,
};
// Ends the session, where there is one.
await wire.terminateSession?.();
await client.close();
console.log(JSON.stringify(answer));
