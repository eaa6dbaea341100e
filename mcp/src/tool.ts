/** What a tool is: data that the protocol shows to an assistant, and the work behind it. */
import type { Client } from '@reelsight/sdk';
import type { z } from 'zod';
import type { Budget } from './budget.ts';

/** What a tool may use during one call. */
export interface Context {
  readonly client: Client;
  /** Aborted when the caller cancels or goes away. */
  readonly signal: AbortSignal;
  /** Bounds what this process may spend; null if nothing but the account does. */
  readonly budget: Budget | null;
  /** Tells the caller how far a wait is, if it asked for that; both in seconds. */
  progress(done: number, total: number, message: string): void;
}

/** `stdio`: the server runs on the machine of the assistant. */
export type Transport = 'stdio' | 'http';

export interface Image {
  readonly base64: string;
  readonly mimeType: 'image/jpeg';
}

/** Hints for clients that decide what to ask a person about. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Starts what is paid for; sent again with the same arguments it starts nothing new. */
export const spends: Annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};

/** Reads and changes nothing. */
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
  /** The only way to reach the server by which it is offered; absent: every way. */
  readonly transport?: Transport;
  /** Throws Refusal, or what the client throws. */
  run(context: Context, args: z.output<In>): Promise<{ data: z.output<Out>; image?: Image }>;
}

/** Keeps the types of input and output together while the tool is written; a list of tools needs neither. */
export const tool = <In extends z.ZodObject, Out extends z.ZodObject>(one: Tool<In, Out>): Tool =>
  one as unknown as Tool;
