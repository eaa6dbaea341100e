/**
 * For tests: a server on the loopback interface with the chat protocol on a real socket, which can be made to
 * misbehave.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The parsed JSON body; if the body is not JSON (an upload), its text. */
  readonly body: ChatBody;
}

/** The parts of a chat request that tests check. */
export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly response_format?: {
    readonly type: string;
    readonly json_schema?: { readonly schema: object };
  };
  readonly [field: string]: unknown;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged if it is a string, otherwise as JSON. */
  readonly body?: unknown;
  /** Never completes the answer: sends nothing at all, or only the beginning of the body. */
  readonly hang?: 'before headers' | 'in the body';
  /** Closes the connection without answering. */
  readonly drop?: boolean;
}

export interface LoopbackServer extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
}

/** `respond` gets each request and the number of requests before it. */
export async function openLoopback(
  respond: (request: Received, before: number) => Reply,
): Promise<LoopbackServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((text) => {
      const { url: path = '', headers } = request;
      const one = { path, headers, body: parsed(text) as ChatBody };
      received.push(one);
      send(response, respond(one, received.length - 1));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A completion whose message is `content`, as it is if it is a string, otherwise as JSON. */
export function says(
  content: unknown,
  usage: unknown = { prompt_tokens: 100, completion_tokens: 20 },
): Reply {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const choices = [
    { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } },
  ];
  return { body: { id: 'c1', object: 'chat.completion', created: 1, model: 'm', choices, usage } };
}

/** An error in the form in which such servers answer. */
export function refuses(status: number, message: string, more: Partial<Reply> = {}): Reply {
  return { status, body: { error: { message, type: 'error', param: null, code: null } }, ...more };
}

/** The text of all messages of one role in a request. */
export function textOf(
  request: Received | undefined,
  role: 'system' | 'user' | 'assistant',
): string {
  const messages = request?.body.messages ?? [];
  return messages
    .filter((message) => message.role === role)
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n');
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, body = '', hang, drop }: Reply,
): void {
  if (drop) response.destroy();
  if (drop || hang === 'before headers') return;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (hang === 'in the body') response.write(text.slice(0, 20));
  else response.end(text);
}
