/** The assistant's side of the protocol, using the protocol's official client. */
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
  /** Returns the structured answer, after checking that its text says the same and is within the size limit. */
  ask(name: string, args?: Record<string, unknown>): Promise<Json>;
  /** Returns the `error` of a call that must be refused. */
  refused(name: string, args?: Record<string, unknown>): Promise<Json>;
  /** Returns the whole result of a call. */
  call(name: string, args?: Record<string, unknown>): Promise<CallToolResult>;
  close(): Promise<void>;
}

/** `auto`: the newest revision of the protocol that both sides support; `legacy`: the revision of 2025. */
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
