/** `reelsight webhooks listen`: forwards a workspace's events to a local port, signed as webhooks are. */

import { setTimeout as sleep } from 'node:timers/promises';
import {
  eventKinds,
  type LoggedEventKind,
  loggedEventKinds,
} from '@reelsight/contract/event-kinds';
import { nearest } from '@reelsight/contract/nearest';
import { nextDelayMs, retryDelaysMs } from '@reelsight/contract/webhook-retries';
import { signatureHeaders } from '@reelsight/contract/webhook-signature';
import { ApiError, type Client, type Event, type StreamedEvent } from '@reelsight/sdk';
import { exitCode, UsageError } from './exit-code.ts';
import type { ReadOptions } from './output.ts';
import { type Environment, openSession } from './session.ts';
import { type Attempt, checkedTarget, post, type Target } from './webhook-target.ts';

/** Maximum number of delivery attempts in progress at once. */
const attemptsAtOnce = 10;
/** Maximum number of events not yet delivered; while there are more, the event log is not read further. */
const openAtMost = 1000;

/** How long a secret is used before it is read again, because it may have been rotated. */
const secretFreshMs = 5000;

const secretPattern =
  /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

export interface ListenOptions extends ReadOptions {
  readonly forwardTo: string;
  readonly events?: readonly string[];
  readonly all?: boolean;
  readonly secret?: string;
  readonly allowRemote?: boolean;
}

interface Forwarding {
  readonly client: Client;
  readonly target: Target;
  /** Reads the secret that signs an attempt. */
  readonly secret: () => Promise<string>;
  readonly options: ListenOptions;
  readonly environment: Environment;
}

/** Runs until Ctrl-C, which is its normal end, so the exit code is 0. */
export async function listen(options: ListenOptions, environment: Environment): Promise<number> {
  checkListenOptions(options);
  const target = await checkedTarget(options.forwardTo, options.allowRemote ?? false);
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const givenSecret = options.secret;
  const secret =
    givenSecret === undefined ? await currentSecret(client, signal) : async () => givenSecret;
  try {
    await forwardAll({ client, target, secret, options, environment });
  } catch (error) {
    if (!signal.aborted) throw error;
  }

  return exitCode.done;
}

/** Whether this version of the command knows the kind of event; a later version of the service may log more kinds. */
const isLogged = (kind: string): kind is LoggedEventKind =>
  (loggedEventKinds() as readonly string[]).includes(kind);

/** Throws UsageError. */
export function checkListenOptions({ events = [], all: allowAll, secret }: ListenOptions): void {
  const kinds = loggedEventKinds();
  for (const kind of events) {
    if (isLogged(kind)) {
      if (allowAll || eventKinds[kind].way === 'webhook') continue;
      throw new UsageError(`--events ${kind}: webhooks do not carry it. Add --all to forward it.`);
    }

    const close = nearest(kind, kinds);
    throw new UsageError(
      `--events ${kind}: there is no such event.${close ? ` Did you mean ${close}?` : ''} There are ${kinds.join(', ')}.`,
    );
  }
  if (secret !== undefined && !secretPattern.test(secret))
    throw new UsageError('--secret must be whsec_ and base64, as the account shows it.');
}

/**
 * The account's secret, at most 5 s old. While the service does not answer, the last secret read is used. Throws if no
 * secret was ever read, or if the key may no longer see it.
 */
async function currentSecret(client: Client, signal: AbortSignal): Promise<() => Promise<string>> {
  let last = await secretOf(client, signal);
  let readAtMs = performance.now();
  let reading: Promise<string> | undefined;
  const fetchSecret = async (): Promise<string> => {
    try {
      const limit = AbortSignal.timeout(secretFreshMs);
      last = await secretOf(client, AbortSignal.any([signal, limit]));
    } catch (error) {
      signal.throwIfAborted();
      const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403);
      if (isRefused || error instanceof UsageError) throw error;
    }

    readAtMs = performance.now();
    return last;
  };

  return async () => {
    if (performance.now() - readAtMs < secretFreshMs) return last;
    reading ??= fetchSecret().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}

/** Throws UsageError if the key may not see the secret. */
async function secretOf(client: Client, signal: AbortSignal): Promise<string> {
  const unseen = (reason: string) =>
    new UsageError(
      `${reason}: give the secret that events are to be signed with by --secret whsec_….`,
    );
  try {
    const { webhook_secret: secret } = await client.account({ signal });
    if (secret !== null) return secret;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INSUFFICIENT_SCOPE') throw error;
    throw unseen('This key may not read the account (scope account:read)');
  }

  throw unseen('This key may not see the webhook secret of the workspace');
}

async function forwardAll(forwarding: Forwarding): Promise<void> {
  const { client, options, environment } = forwarding;
  const { signal, stderr } = environment;
  const attempts = slots(attemptsAtOnce);
  const open = slots(openAtMost);
  let isAway = true;
  const stream = client.events.stream({
    signal,
    onConnected: () => {
      if (isAway) stderr.write(`Forwarding events to ${options.forwardTo} until Ctrl-C.\n`);
      isAway = false;
    },
    onOutage: () => {
      if (!isAway) stderr.write(`No answer from ${client.baseUrl}; trying again.\n`);
      isAway = true;
    },
  });

  for await (const event of stream) {
    if (!(await isWanted(event.event, forwarding))) continue;

    const leave = await open.enter();
    deliver(event, forwarding, attempts)
      .catch((error: Error) => {
        if (signal.aborted) return;
        stderr.write(`${event.event.event_id} is not forwarded. ${error.message}\n`);
      })
      .finally(leave);
  }
}

/** Whether to forward the event. Without --all, only events that webhooks would carry are forwarded. */
async function isWanted(
  event: Event,
  { client, options, environment }: Forwarding,
): Promise<boolean> {
  const { events, all: allowAll } = options;
  if (events?.length && !events.includes(event.event)) return false;
  if (allowAll) return true;
  if (!(isLogged(event.event) && eventKinds[event.event].way === 'webhook')) return false;
  if (!('job_id' in event)) return true;
  // Webhooks send no events for single jobs of a batch.
  if ('batch_id' in event && event.batch_id) return false;
  if (event.event !== 'job.cancelled') return true;

  return hadBegun(event.job_id, client, environment.signal);
}

/** Whether the job had begun; webhooks report a job as cancelled only in that case. */
async function hadBegun(id: string, client: Client, signal: AbortSignal): Promise<boolean> {
  try {
    const query = { limit: 100 };
    const { body } = await client.call('listJobEvents', { params: { id }, query, signal });
    return body.data.some(({ event }) => event === 'job.started');
  } catch {
    signal.throwIfAborted();
    // The job is deleted or the service does not answer: to forward one event too many is better than to miss one.
    return true;
  }
}

/** Makes all delivery attempts for one event, concurrently with those for other events. */
async function deliver(
  { event, text }: StreamedEvent,
  { target, secret, options, environment }: Forwarding,
  attempts: Slots,
): Promise<void> {
  const { signal, stdout } = environment;
  for (let attempt = 1; attempt <= retryDelaysMs.length + 1; attempt += 1) {
    const leave = await attempts.enter();
    let outcome: Attempt;
    try {
      signal.throwIfAborted();
      const by = await secret();
      const signed = { secret: by, body: text, eventId: event.event_id, now: new Date() };
      outcome = await post(target, text, await signatureHeaders(signed), signal);
    } finally {
      leave();
    }

    const waitMs = outcome.error === null ? null : nextDelayMs(attempt);
    stdout.write(lineOf(event, attempt, outcome, waitMs, options));

    if (waitMs === null) return;
    await sleep(waitMs, undefined, { signal });
  }
}

/** A line about one attempt: `09:30:38 job.completed job_01… 200 in 12 ms`. */
function lineOf(
  event: Event,
  attempt: number,
  { status, error, durationMs }: Attempt,
  waitMs: number | null,
  { json }: ListenOptions,
): string {
  const { event: kind, event_id, created_at } = event;
  const id = ('job_id' in event ? event.job_id : event.batch_id) as string;

  if (json) {
    const outcome = { attempt, status, error, duration_ms: durationMs };
    return `${JSON.stringify({ event: kind, event_id, created_at, id, ...outcome })}\n`;
  }

  const time = new Date().toLocaleTimeString('sv-SE');
  const answer = `${error ?? status} in ${durationMs} ms`;
  const retryNote = waitMs === null ? 'given up' : `again in ${waitMs / 1000} s`;
  const tail = error === null ? '' : `, ${retryNote}`;

  return `${time}  ${kind.padEnd(15)}  ${id}  ${answer}${tail}\n`;
}

interface Slots {
  /** Resolves once a slot is free, with a function that frees the slot again. */
  enter(): Promise<() => void>;
}

function slots(count: number): Slots {
  let free = count;
  const queue: (() => void)[] = [];
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  };

  return {
    async enter() {
      if (free > 0) free -= 1;
      else await new Promise<void>((room) => queue.push(room));
      return leave;
    },
  };
}
