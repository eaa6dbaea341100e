/** An assistant can read a whole batch page by page, however large it is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tools } from '@reelsight/mcp';
import type { Batch } from '@reelsight/sdk';

const batchStatus = tools.find(({ name }) => name === 'batch_status') ?? assert.fail('no tool');

const answerBytes = 20_000;

const jobs = Array.from({ length: 50 }, (_, index) => ({
  job_id: `job_${index}`,
  status: 'completed',
  url: `https://example.com/${'ж'.repeat(300)}`,
}));
const queries = Array.from({ length: 10 }, (_, index) => ({
  query: `${index}${'問'.repeat(499)}`,
  answer: '答'.repeat(3000),
  answered: true,
  outcome: 'answered',
  evidence: [{ job_id: 'job_1', url: null, timestamp: 1, source: 'speech', quote: 'x' }],
}));
const batch = {
  batch_id: 'batch_1',
  status: 'completed',
  rollup: { completed: jobs.length },
  jobs,
  credits_estimated: 10,
  credits_charged: 9,
  aggregate_results: { queries },
} as unknown as Batch;

test('long answers in wide letters and many jobs come in pages that are whole together', async () => {
  const client = { batches: { get: async () => batch } };
  const context = { client, budget: null, signal: new AbortController().signal } as never;
  const answers: string[] = [];
  const jobIds: string[] = [];
  let cursor: string | null | undefined;

  do {
    const args = { batch_id: 'batch_1', wait_seconds: 0, ...(cursor && { cursor }) };
    const { data } = await batchStatus.run(context, args);
    const page = data as unknown as {
      readonly jobs: readonly { readonly job_id: string }[];
      readonly from_video: { readonly answers: readonly { readonly query: string }[] };
      readonly next_cursor: string | null;
    };
    assert.ok(Buffer.byteLength(JSON.stringify(page)) <= answerBytes);
    answers.push(...page.from_video.answers.map(({ query }) => query.slice(0, 1)));
    jobIds.push(...page.jobs.map(({ job_id }) => job_id));
    cursor = page.next_cursor;
  } while (cursor);

  assert.deepEqual(answers, [...'0123456789']);
  assert.deepEqual(
    jobIds,
    jobs.map(({ job_id }) => job_id),
  );
});
