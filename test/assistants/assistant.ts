/** An assistant's side of the protocol, by the protocol's own client. */
import assert from 'node:assert/strict';
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';

// biome-ignore lint/suspicious/noExplicitAny: these tests look into answers of every shape
export type Json = any;

export interface Assistant {
  readonly client: Client;
  /** The structured answer, after its text was found to say the same within its bounds. */
  ask(name: string, args?: Record<string, unknown>): Promise<Json>;
  /** The `error` of a call that is refused. */
  refused(name: string, args?: Record<string, unknown>): Promise<Json>;
  /** The whole result. */
  call(name: string, args?: Record<string, unknown>): Promise<CallToolResult>;
  close(): Promise<void>;
}

/** `auto`: the newest revision of the protocol that both sides know; `legacy`: that of 2025. */
export async function assistantOver(
  transport: Transport,
  mode: 'legacy' | 'auto' = 'legacy',
): Promise<Assistant> {
  const client = new Client(
    { name: 'an assistant of the tests', version: '1' },
    { versionNegotiation: { mode } },
  );
  await client.connect(transport);

  const call = (name: string, args: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: args }) as Promise<CallToolResult>;

  return {
    client,
    call,
    ask: async (name, args) => {
      const result = await call(name, args);
      assert.ok(!result.isError, textOf(result));
      assert.ok(Buffer.byteLength(textOf(result)) <= 20_000, `${name}: ${textOf(result).length}`);
      assert.deepEqual(JSON.parse(textOf(result)), result.structuredContent);
      return result.structuredContent;
    },
    refused: async (name, args) => {
      const result = await call(name, args);
      assert.equal(result.isError, true, textOf(result));
      return JSON.parse(textOf(result)).error;
    },
    close: () => client.close(),
  };
}

export function textOf({ content }: CallToolResult): string {
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}

export function overHttp(
  apiUrl: string,
  headers: Readonly<Record<string, string>>,
  mode?: 'legacy' | 'auto',
): Promise<Assistant> {
  return assistantOver(
    new StreamableHTTPClientTransport(new URL('/mcp', apiUrl), { requestInit: { headers } }),
    mode,
  );
}
