"""The official Python client, driven by one JSON object on standard input.

In:  {"mode": "auto" | "legacy" | "2026-07-28", "url": … or "command": [program, argument…], "calls": [[tool, arguments]…]}
Out: {"version": …, "server": …, "tools": [name…], "results": [{"result": …} or {"error": {"code", "message"}}…]}
"""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters


async def call(client, tool, arguments):
    try:
        result = await client.call_tool(tool, arguments)
    except Exception as error:
        code = getattr(getattr(error, "error", error), "code", None)
        return {"error": {"code": code, "message": str(error)}}
    return {"result": result.model_dump(mode="json", exclude_none=True, by_alias=True)}


async def main():
    task = json.load(sys.stdin)
    target = task.get("url")
    if target is None:
        command, *arguments = task["command"]
        target = StdioServerParameters(command=command, args=arguments)
    async with Client(target, mode=task["mode"]) as client:
        tools = (await client.list_tools()).tools
        results = [await call(client, tool, arguments) for tool, arguments in task["calls"]]
        answer = {
            "version": client.session.protocol_version,
            "server": client.server_info.name if client.server_info else None,
            "tools": [tool.name for tool in tools],
            "results": results,
        }
    print(json.dumps(answer))


asyncio.run(main())
