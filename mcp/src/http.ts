/**
 * The protocol over Streamable HTTP without sessions: each request gets a new server, so that any process can answer
 * it.
 */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Client } from '@reelsight/sdk';
import { createMcpServer } from './server.ts';

export interface HttpHandlerOptions {
  readonly version: string;
  readonly onFault: (error: unknown) => void;
}

export interface HttpHandler {
  /** Answers a request. `message` is the parsed body of a POST; `client` makes API calls on behalf of the requester. */
  answer(request: Request, client: Client, message: unknown): Promise<Response>;
  close(): Promise<void>;
}

export function createHttpHandler({ version, onFault }: HttpHandlerOptions): HttpHandler {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const client = authInfo?.extra?.client as Client;
      return createMcpServer({ client, version, budget: null, transport: 'http', onFault });
    },
    // Tools and prompts never change at run time, so there is nothing to subscribe to.
    { maxSubscriptions: 0 },
  );
  return {
    answer: (request, client, message) =>
      handler.fetch(request, {
        // No token is passed, because the code that mounts this handler has already checked the key, and `client` uses
        // that key.
        authInfo: { token: '', clientId: '', scopes: [], extra: { client } },
        ...(message !== undefined && { parsedBody: message }),
      }),
    close: () => handler.close(),
  };
}
