/** What a handler is given and what it answers. */
import { Fault } from '@reelsight/contract';
import type { Domain } from '../domain/domain.ts';
import type { Caller } from '../domain/submission.ts';
import type { Storage } from '../storage/storage.ts';
import type { Admission } from './admission.ts';

export interface Rooms {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly uploadUrlMs: number;
}

/** One admitted and validated request. `caller` is absent on operator calls. */
export interface Call<Query = unknown, Body = unknown> {
  readonly caller: Admission;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly idempotencyKey: string | null;
}

export interface Reply {
  readonly status: number;
  /** Goes into the envelope's `data`; absent with `raw` or no content. */
  readonly data?: unknown;
  readonly pagination?: { readonly has_more: boolean; readonly next_cursor: string | null };
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is instead of an envelope. */
  readonly raw?: NodeJS.ReadableStream;
}

/** A handler takes any call; the contract's schemas have given its query and body their shape. */
// biome-ignore lint/suspicious/noExplicitAny: query and body are typed by each handler, checked by its route's schemas
export type Handler = (rooms: Rooms, call: Call<any, any>) => Promise<Reply>;

export function callerOf(call: Call): Caller {
  const { caller } = call;
  return {
    workspaceId: caller.workspace_id,
    plan: caller.plan,
    pastDue: caller.past_due,
    balance: caller.plan_credits + caller.purchased_credits,
    ...(caller.processing !== null &&
      caller.open !== null && {
        openJobs: { processing: caller.processing, open: caller.open },
      }),
  };
}

/** Ids of ours hold only these; anything else names nothing and must not reach the database. */
export function isId(text: string | undefined): text is string {
  return text !== undefined && /^[a-z]+_[0-9a-z]{1,60}$/.test(text);
}

/** The id in the path. Throws Fault NOT_FOUND for what is none. */
export function idOf(call: Call): string {
  const { id } = call.params;
  if (!isId(id)) throw new Fault('NOT_FOUND', String(id));
  return id;
}
