/**
 * The protocol over Streamable HTTP without sessions: each request gets a new server, so that any process can answer
 * it.
 */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Client } from '@reelsight/sdk';
import type { ShowElsewhere } from './results-view.ts';
import { createMcpServer } from './server.ts';

export interface HttpHandlerOptions {
  readonly version: string;
  readonly onFault: (error: unknown) => void;
}

/** What makes API calls on behalf of a requester. */
export interface Requester {
  readonly client: Client;
  readonly showElsewhere: ShowElsewhere;
}

export interface HttpHandler {
  /** Answers a request. `message` is the parsed body of a POST. */
  answer(request: Request, requester: Requester, message: unknown): Promise<Response>;
  close(): Promise<void>;
}

export function createHttpHandler({ version, onFault }: HttpHandlerOptions): HttpHandler {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const requester = authInfo?.extra?.requester as Requester;
      return createMcpServer({ ...requester, version, budget: null, transport: 'http', onFault });
    },
    // Tools and prompts never change at run time, so there is nothing to subscribe to.
    { maxSubscriptions: 0 },
  );
  return {
    answer: (request, requester, message) =>
      handler.fetch(request, {
        // No token is passed, because the code that mounts this handler has already checked the key, and the
        // requester's calls use that key.
        authInfo: { token: '', clientId: '', scopes: [], extra: { requester } },
        ...(message !== undefined && { parsedBody: message }),
      }),
    close: () => handler.close(),
  };
}
