/** Tests that text from videos, platforms and models which the database would refuse is cleaned before it is stored. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AggregateResults } from '@reelsight/contract';
import { admitIngested } from '../../testing/jobs/steps.ts';
import type { TestService, TestWorkspace } from '../../testing/service.ts';
import { sharedService } from '../../testing/shared-service.ts';
import { claimJob } from '../domain/jobs/claim-jobs.ts';
import { settleJob } from '../domain/jobs/settle-jobs.ts';
import { claimPart, endPart } from '../jobs/parts/conductor.ts';
import { findSmallAggregate, setBatchStatus } from './batches.ts';
import { cleanJson } from './clean-text.ts';
import { findFollow, insertFollow } from './follows.ts';
import { partsOf } from './jobs/job-parts.ts';
import { findJob, type JobRow } from './jobs/jobs.ts';
import { findResultBytes } from './jobs/result-pieces.ts';

let service: TestService;
let owner: TestWorkspace;
before(async () => {
  service = await sharedService();
  owner = await service.workspace('scale', 100_000);
});
after(() => service.close());

const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
/** Contains NUL, half an emoji, a literal `\u0000` that is plain text, and a whole emoji. */
const dirty = 'a\u0000b\ud83d "\\u0000" 😀';
const clean = 'ab\ufffd "\\u0000" 😀';

test('a job whose video holds such text settles, with the text cleaned', async () => {
  const { domain } = service;
  const { job_id: id } = await owner.client.jobs.create({ url, capabilities: ['transcription'] });
  const row = async () => (await findJob(domain.db, owner.tenantId, id)) as JobRow;
  const task = { jobId: id, taskId: (await row()).task_id ?? '', workerId: 'w' };
  const claim = await claimJob(domain, task);
  assert.ok('job' in claim);

  const facts = { videoId: dirty, title: dirty, durationSeconds: 60 };
  await admitIngested(domain, claim.job, facts);

  const { title, video_id } = await row();
  assert.deepEqual([title, video_id], [clean, clean]);

  const span = { from: 0, to: 1 };
  await admitIngested(domain, claim.job, facts, [
    { kind: 'hear', span, start: 0, end: 60 },
    { kind: 'join', span, start: 0, end: 60 },
  ]);

  const parts = () => partsOf(domain.db, id);
  const heard = (await parts()).find(({ kind }) => kind === 'hear');
  const part = await claimPart(domain, heard?.task_id ?? '', 'w');
  assert.ok(part);

  const found = { segments: [{ start: 0, end: 1, text: dirty }] };
  assert.equal(await endPart(domain, part, { usage: {}, found }), true);

  const ended = (await parts()).find(({ kind }) => kind === 'hear');
  assert.deepEqual(ended?.found, { segments: [{ start: 0, end: 1, text: clean }] });

  const results = { summary: { text: dirty } } as never;
  await settleJob(domain, claim.job, { results, usage: {}, thumbnailUrl: null });
  const pieces = await findResultBytes(domain.db, id, { frames: true });
  const stored = JSON.parse(Buffer.concat(pieces ?? []).toString());
  assert.deepEqual(stored, { summary: { text: clean } });
});

test('answers over a batch are cleaned', async () => {
  const { db, now } = service.domain;
  const capabilities: ['transcription'] = ['transcription'];
  const { batch_id: id } = await owner.client.batches.create({ urls: [url], capabilities });
  const answers = (text: string) =>
    ({ queries: [{ answer: text }] }) as unknown as AggregateResults;
  const end = { status: 'completed' as const, completedAt: now(), now: now() };

  await setBatchStatus(db, id, { ...end, aggregateJson: cleanJson(answers(dirty)) });
  assert.deepEqual(await findSmallAggregate(db, id), answers(clean));
});

test('the words of a search that is followed are cleaned', async () => {
  const { db, now } = service.domain;
  const rule = (words: string) => ({
    capabilities: ['summary' as const],
    every_minutes: 60,
    source: { platform: 'youtube', kind: 'search' as const, url, words },
  });
  const follow = { id: 'fol_1', workspace_id: owner.tenantId, name: 'bread', created_at: now() };

  await insertFollow(db, {
    ...follow,
    rule: rule(dirty),
    next_run_at: null,
    key_id: null,
    user_id: null,
  });
  assert.deepEqual((await findFollow(db, null, follow.id))?.rule, rule(clean));
});
