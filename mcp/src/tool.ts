/** Defines a tool: data that the protocol shows to an assistant, and the work behind it. */
import type { Client } from '@reelsight/sdk';
import type { z } from 'zod';
import type { Budget } from './budget.ts';

/** What a tool may use during one call. */
export interface Context {
  readonly client: Client;
  /** Aborted when the caller cancels or disconnects. */
  readonly signal: AbortSignal;
  /** Limits what this process may spend; null if only the account does. */
  readonly budget: Budget | null;
  /** Tells the caller, if it asked for progress, how much of a wait is over; both numbers are in seconds. */
  progress(completed: number, total: number, message: string): void;
}

/** `stdio`: the server runs on the machine of the assistant. */
export type Transport = 'stdio' | 'http';

export interface Image {
  readonly base64: string;
  readonly mimeType: 'image/jpeg';
}

/** Hints for clients that decide when to ask the user. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Starts paid work; repeating it with the same arguments starts nothing new. */
export const spends: Annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};

/** Only reads; changes nothing. */
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
  /** The only transport on which the tool is offered; absent: all. */
  readonly transport?: Transport;
  /** Throws Refusal, or the client's errors. */
  run(context: Context, args: z.output<In>): Promise<{ data: z.output<Out>; image?: Image }>;
}

/**
 * Checks the types of input and output against each other while a tool is written; a list of tools drops both types.
 */
export const tool = <In extends z.ZodObject, Out extends z.ZodObject>(
  definition: Tool<In, Out>,
): Tool => definition as unknown as Tool;
