/** For tests: alerts on a given database, with jobs that end without a worker. */
import assert from 'node:assert/strict';
import type { AlertEntry, BrandResult, PlanName, Results } from '@reelsight/contract';
import { pino } from 'pino';
import { type AlertsOptions, startAlerts } from '../../src/alerts/alert-loop.ts';
import type { Database } from '../../src/db/database.ts';
import { addAlert } from '../../src/domain/alerts/alerts.ts';
import type { Domain } from '../../src/domain/domain.ts';
import { claimJob } from '../../src/domain/jobs/claim-jobs.ts';
import { settleJob } from '../../src/domain/jobs/settle-jobs.ts';
import { submitJob } from '../../src/domain/jobs/submit-job.ts';
import { openMailServer } from '../../src/mail/transport.ts';
import { admitIngested } from '../jobs/steps.ts';
import { testNames } from '../network/test-names.ts';
import { addWorkspace, openWebhookDomain } from '../webhooks/webhook-domain.ts';

export interface AlertDomain extends AsyncDisposable {
  readonly domain: Domain;
  /** Starts a loop of alerts; `stop` ends it after the tasks in progress. */
  send(options?: Partial<AlertsOptions>): { stop(): Promise<void> };
}

/** Does not close the database; that is up to the caller. `smtpUrl`: address of a mail server. */
export async function openAlertDomain(db: Database, smtpUrl?: string): Promise<AlertDomain> {
  const webhooks = await openWebhookDomain(db);
  const domain = {
    ...webhooks.domain,
    settings: { ...webhooks.domain.settings, sendsMail: smtpUrl !== undefined },
  };
  const mail = smtpUrl === undefined ? null : openMailServer(smtpUrl, 'alerts@example.com');
  const running = new Set<() => Promise<void>>();

  return {
    domain,
    send: (change) => {
      const control = new AbortController();
      const loop = startAlerts({
        domain,
        log: pino({ level: 'error' }),
        signal: control.signal,
        concurrency: 8,
        perWorkspace: 4,
        allowPrivate: true,
        lookup: testNames,
        mail,
        origin: () => 'https://reelsight.example.com',
        storage: { get: async () => null },
        pictureBytes: 0,
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
      mail?.close();
      await webhooks[Symbol.asyncDispose]();
    },
  };
}

export interface TestWorkspace {
  readonly id: string;
  readonly plan: PlanName;
}

export async function workspaceFor(domain: Domain): Promise<TestWorkspace> {
  const { id } = await addWorkspace(domain, 'scale', 1_000_000);
  return { id, plan: 'scale' };
}

/** Adds an alert on the brand Acme; `targets`: where it is sent. */
export async function alertOn(
  domain: Domain,
  { id: workspaceId, plan }: TestWorkspace,
  { name, targets }: Pick<AlertEntry, 'name' | 'targets'>,
): Promise<string> {
  const condition = { type: 'appears' as const, brands: ['Acme'] };
  const entry = { name, condition, targets, digest_above: 100 };
  const { alert_id: id } = await addAlert(domain, { workspaceId, plan, access: null }, entry);
  return id;
}

const box = { x: 0.3, y: 0.3, width: 0.3, height: 0.3 };
const acme = {
  name: 'Acme',
  confidence: 0.9,
  appearances: [
    {
      timestamp: 2,
      timestamp_start: 2,
      timestamp_end: 6,
      source: 'visual',
      confidence: 0.9,
      bounding_box: box,
    },
  ],
  frame_detections: [
    { timestamp: 2, confidence: 0.9, bounding_box: box },
    { timestamp: 6, confidence: 0.9, bounding_box: box },
  ],
} as unknown as BrandResult;
const results = {
  brands: [acme],
  meta: { fps_used: 1, frames_analyzed: 10, engines: {} },
} as unknown as Results;

/** A job that has just ended, in which Acme is on screen; returns its id. */
export async function analysedAcme(
  domain: Domain,
  { id: workspaceId, plan }: TestWorkspace,
  video: string,
): Promise<string> {
  const caller = { workspaceId, plan, pastDue: false, balance: 1_000_000 };
  const body = { url: `https://youtu.be/${video}`, capabilities: ['brands' as const] };
  const submitted = await submitJob(domain, caller, body, null);
  assert.ok(submitted.kind === 'created' && 'job' in submitted);

  const { id: jobId, task_id: taskId } = submitted.job;
  const claim = await claimJob(domain, { jobId, taskId: taskId ?? '', workerId: 'worker_1' });
  assert.ok('job' in claim);
  const facts = { title: video, durationSeconds: 60, thumbnailUrl: null };
  assert.equal(await admitIngested(domain, claim.job, facts), 'go');
  assert.ok(await settleJob(domain, claim.job, { results, usage: {}, thumbnailUrl: null }));
  return jobId;
}
