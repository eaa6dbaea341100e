/** The protocol server over standard input and output, for assistants on the same machine. */
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Client } from '@reelsight/sdk';
import { Budget } from './budget.ts';
import { createMcpServer } from './server.ts';

export interface StdioOptions {
  readonly client: Client;
  readonly version: string;
  /** Maximum number of credits that all jobs of this process together may cost. */
  readonly maxCredits: number;
  readonly input: Readable;
  /** Receives only messages of the protocol. */
  readonly output: Writable;
  /** Writes a line to the log, for the person who runs the server. */
  readonly log: (line: string) => void;
  /** Ends the server. */
  readonly signal: AbortSignal;
}

/** Maximum size of one message, in bytes. */
const messageBytes = 256 * 1024;

/** Serves until the client has closed its end, or `signal` is aborted. */
export async function runStdio(options: StdioOptions): Promise<void> {
  const { client, version, maxCredits, input, output, log, signal } = options;
  const budget = new Budget(maxCredits);
  const transport = new StdioServerTransport(input, output, { maxBufferSize: messageBytes });
  const report = (error: unknown): void => log(error instanceof Error ? error.message : `${error}`);
  const open = () =>
    createMcpServer({ client, version, budget, transport: 'stdio', onFault: report });
  const handle = serveStdio(open, {
    transport,
    onerror: report,
    maxSubscriptions: 0,
  });
  const served = transport.onclose;
  const closing = new Promise<void>((resolve) => {
    transport.onclose = () => {
      served?.();
      resolve();
    };
  });
  const end = (): void => void handle.close();
  signal.addEventListener('abort', end, { once: true });

  if (signal.aborted) end();
  await closing;
  signal.removeEventListener('abort', end);
}
