/** For tests and the benchmark: a domain on a given database, with only the parts that webhooks need. */
import assert from 'node:assert/strict';
import { defaultPlans, type PlanName } from '@reelsight/contract';
import { pino } from 'pino';
import type { Database, Queryable } from '../../src/db/database.ts';
import { findDelivery, webhookEventPage } from '../../src/db/events/webhook-events.ts';
import { newId } from '../../src/db/id.ts';
import type { JobRow } from '../../src/db/jobs/jobs.ts';
import { noAudit } from '../../src/domain/audit.ts';
import type { Domain, Ports } from '../../src/domain/domain.ts';
import { deliverEvent, jobMoved } from '../../src/domain/events/events.ts';
import { EstimateBasis } from '../../src/domain/prices/estimate-basis.ts';
import { createWorkspace } from '../../src/domain/workspaces/workspace.ts';
import type { Lookup } from '../../src/network/names.ts';
import { openQueue } from '../../src/queue/queue.ts';
import { checkWebhookUrl } from '../../src/webhooks/address.ts';
import { type DeliveriesOptions, startDeliveries } from '../../src/webhooks/deliveries.ts';
import { testNames } from '../network/test-names.ts';
import { waitFor } from '../wait-for.ts';

export interface RoomOptions {
  readonly allowPrivate?: boolean;
  /** Name look-up for the check of an address when a webhook is created. */
  readonly lookup?: Lookup;
}

export interface WebhookDomain extends AsyncDisposable {
  readonly domain: Domain;
  /** Starts a delivery loop; `stop` ends it after the deliveries in progress. */
  deliver(options?: Partial<DeliveriesOptions>): { stop(): Promise<void> };
}

const rethrow = (error: unknown) => {
  throw error;
};

const prices = {
  processingMinute: 10,
  audioMinute: 10,
  textFrame: 0,
  objectFrame: 0,
  logoFrame: 0,
  visionImage: 0,
  thousandTokensIn: 0,
  thousandTokensOut: 0,
};
const settings = {
  sendsMail: false,
  heldMs: 0,
  jobsMs: null,
  mediaMs: 0,
  keepLinkVideos: true,
  reportsMs: 0,
  unusedUploadMs: 0,
  idempotencyMs: 0,
  deliveriesMs: 0,
  eventsMs: 0,
  auditMs: 0,
  stallMs: 60_000,
  retries: 2,
  platformPerMinute: 60,
  platformAwayMs: 0,
  viewsDays: [1, 3, 7, 30],
  viewsPerHour: 240,
  clipsMs: 604_800_000,
  clipsOfWorkspace: 50,
  unpaidDecodingSeconds: null,
  assumedSeconds: 60,
};

const portsOf = ({ allowPrivate = true, lookup = testNames }: RoomOptions): Ports => ({
  parseVideoUrl: (url) => ({ platform: 'youtube', videoId: url, url }),
  resolveVideo: async () => null,
  follow: {
    parseSource: (url) => ({ platform: 'youtube', kind: 'channel', url }),
    list: async () => [],
    look: async () => null,
  },
  readViews: async () => ({ kind: 'refused', reason: 'no platform' }),
  checkDisk: async () => undefined,
  storedFile: async () => null,
  urlsOutliveUploads: false,
  statedSeconds: async () => null,
  checkWebhookUrl: async (url, workspaceId) => {
    const signal = AbortSignal.timeout(60_000);
    await checkWebhookUrl(url, { allowPrivate, workspaceId, lookup, signal });
  },
});

const domainOn = (db: Database, queue: Domain['queue'], options: RoomOptions): Domain => ({
  db,
  queue,
  plans: defaultPlans,
  prices,
  estimates: new EstimateBasis(),
  settings,
  ports: portsOf(options),
  audit: noAudit,
  onJobMoved: () => undefined,
  onEvents: () => undefined,
  now: () => new Date(),
  newId: (prefix) => newId(prefix),
});

/** Does not close the database; that is up to the caller. */
export async function openWebhookDomain(
  db: Database,
  options: RoomOptions = {},
): Promise<WebhookDomain> {
  const { allowPrivate = true } = options;
  const queue = await openQueue(db, { supervise: false, onError: rethrow });
  const domain = domainOn(db, queue, options);
  const log = pino({ level: 'error' });
  const running = new Set<() => Promise<void>>();

  return {
    domain,
    deliver: (change) => {
      const control = new AbortController();
      const { signal } = control;
      const loop = startDeliveries({
        domain,
        log,
        signal,
        concurrency: 8,
        perWorkspace: 4,
        allowPrivate,
        lookup: testNames,
        ...change,
      });
      const stop = async () => {
        running.delete(stop);
        control.abort();
        await loop.done;
      };
      running.add(stop);

      return { stop };
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...running].map((stop) => stop()));
      await queue.close();
    },
  };
}

export async function addWorkspace(domain: Domain, plan: PlanName = 'pro', credits = 0) {
  const { tenantId, webhookSecret } = await createWorkspace(domain, {
    name: 'Test',
    email: 'test@example.com',
    plan,
    credits,
  });
  return { id: tenantId, secret: webhookSecret };
}

/** Records the event `job.completed` for a job that need not exist. Returns the event's id. */
export async function recordCompleted(
  domain: Domain,
  workspaceId: string,
  url: string,
  tx: Queryable = domain.db,
): Promise<string> {
  const job = {
    id: domain.newId('job'),
    workspace_id: workspaceId,
    batch_id: null,
    status: 'completed',
    credits_charged: 7,
    error_code: null,
    completed_at: domain.now(),
    ask: {} as JobRow['ask'],
  } as const satisfies Partial<JobRow>;
  const moved = jobMoved(domain, 'processing', job as unknown as JobRow, {});
  await deliverEvent(domain, tx, moved, { url });

  // Events of the same millisecond have no defined order, so the job's id tells which event this is.
  const event = (await webhookEventPage(tx, { workspaceId, limit: 50 })).find(
    ({ job_id }) => job_id === job.id,
  );
  assert.ok(event);

  return event.id;
}

/** Waits until all attempts to deliver an event are over, and returns the event's status. */
export const settled = (domain: Domain, eventId: string) =>
  waitFor(async () => {
    const status = (await findDelivery(domain.db, eventId))?.status;
    assert.ok(status !== undefined && status !== 'pending', `the event is ${status}`);
    return status;
  });
