/** The definition of a tool: the data that the protocol shows to an assistant, and the function that does the work. */
import type { Client } from '@reelsight/sdk';
import type { z } from 'zod';
import type { Budget } from './budget.ts';
import type { ShowElsewhere } from './results-view.ts';

/** Everything that a tool may use during one call. */
export interface Context {
  readonly client: Client;
  /** Aborted when the caller cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** Limits the credits that this process may spend; null if only the account's balance does. */
  readonly budget: Budget | null;
  /** Shows parts of results and corrections that are parsed elsewhere; absent if `client` reads them. */
  readonly showElsewhere?: ShowElsewhere | undefined;
  /** Reports how much of a wait is over, in seconds, if the caller asked for progress. */
  progress(completed: number, total: number, message: string): void;
}

/** `stdio` means that the server runs on the same machine as the assistant. */
export type Transport = 'stdio' | 'http';

export interface Image {
  readonly base64: string;
  readonly mimeType: 'image/jpeg';
}

/** Hints by which a client decides whether to ask the user before a call. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** For tools that start paid work. A repetition with the same arguments starts nothing new. */
export const spends: Annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};

/** For tools that only read and change nothing. */
export const reads: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export interface Tool<In extends z.ZodObject = z.ZodObject, Out extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: In;
  readonly output: Out;
  readonly annotations: Annotations;
  /** The only transport on which the tool is offered; absent if it is offered on all. */
  readonly transport?: Transport;
  /** Does the work of the tool. Throws Refusal, or the client's errors. */
  run(context: Context, args: z.output<In>): Promise<{ data: z.output<Out>; image?: Image }>;
}

/**
 * Defines a tool. While the tool is written, the compiler checks it against the types of its input and output; the list
 * of tools drops these types.
 */
export const tool = <In extends z.ZodObject, Out extends z.ZodObject>(
  definition: Tool<In, Out>,
): Tool => definition as unknown as Tool;
