/** Owners whose results are large do not hold up those whose results are small, however many the former are. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { brandResults } from '../server/testing/brand-results.ts';
import { overHttp } from './assistants/assistant.ts';
import { type Owner, type Subject, startSubject } from './interface/subject.ts';

/** More owners than may have large results in work at once. */
const ownersOfLarge = 4;
/** Statements that read what is large. */
const readsResults = /unpacked as materialized/;

interface Side {
  readonly owner: Owner;
  readonly jobId: string;
}

let subject: Subject;
let small: Side;
let large: Side[];
before(async () => {
  subject = await startSubject({ REELSIGHT_LOG_LEVEL: 'silent' });
  small = await sideOf();
  const stored = await Promise.all(Array.from({ length: ownersOfLarge }, sideOf));
  const compressed = await Promise.all(Array.from({ length: ownersOfLarge }, sideOf));
  large = [...stored, ...compressed];
  // Even small results have to be read in turn here.
  await fill(small, randomText(30_000));
  for (const side of stored) await fill(side, randomText(400_000));
  // It compresses to a fiftieth, but takes as long to read as any text of its length.
  for (const side of compressed) await fill(side, 'The same words. '.repeat(200_000));
});
after(() => subject.close());

/** Text that stays as large as it is when the database compresses it. */
const randomText = (bytes: number): string => randomBytes(bytes).toString('base64');

/** Gives the job a summary. */
async function fill({ jobId }: Side, text: string): Promise<void> {
  await subject.domain.db.query(
    `update job_results set characters = characters + length($2), results = results || jsonb_build_object('summary',
         jsonb_build_object('text', $2::text, 'key_topics', '[]'::jsonb)) where job_id = $1`,
    [jobId, text],
  );
  // What exposure counts is computed from the results again.
  await subject.domain.db.query('delete from job_exposures where job_id = $1', [jobId]);
}

async function sideOf(): Promise<Side> {
  const owner = await subject.owner('scale', 1000);
  const { job_id: jobId } = await owner.job({ capabilities: ['summary', 'brands'] });
  await subject.worker.complete(jobId, brandResults({ seed: 1, brands: 2, appearances: 2 }));
  return { owner, jobId };
}

type Read = (side: Side) => Promise<void>;

const readsOf: Readonly<Record<string, Read>> = {
  'an exported file': async ({ owner, jobId }) => {
    const answer = await owner.get(`/v1/jobs/${jobId}/exports/jsonl`);
    assert.equal(answer.status, 200, answer.text);
  },
  'a whole job': async ({ owner, jobId }) => {
    const { status, text } = await owner.get(`/v1/jobs/${jobId}?results=without_frames`);
    assert.equal(status, 200, text);
  },
  'what an assistant reads': async ({ owner, jobId }) => {
    const assistant = await overHttp(subject.service.apiUrl, { 'X-Api-Key': owner.apiKey });
    await assistant.ask('job_overview', { job_id: jobId });
    await assistant.close();
  },
  'the exposure of a video': async ({ owner, jobId }) => {
    const answer = await owner.get(`/v1/jobs/${jobId}/exposure`);
    assert.equal(answer.status, 200, answer.text);
  },
  'a correction': async ({ owner, jobId }) => {
    const dismissal = { kind: 'dismiss', target: 'brand', name: 'Brand 1' };
    const answer = await owner.post(`/v1/jobs/${jobId}/corrections`, dismissal);
    assert.equal(answer.status, 201, answer.text);
  },
  'an evaluation of engines': async ({ owner }) => {
    const answer = await owner.get('/v1/corrections/evaluation');
    assert.equal(answer.status, 200, answer.text);
  },
};

for (const [what, read] of Object.entries(readsOf)) {
  test(`${what} of small results comes while those of large ones stand still`, async (t) => {
    const { db } = subject.domain;
    const { query } = db;
    const heldIds = new Set<unknown>(large.map(({ jobId }) => jobId));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: stands, resolve: stand } = Promise.withResolvers<void>();
    let standing = 0;
    t.mock.method(db, 'query', async (...statement: Parameters<typeof query>) => {
      const [sql, params] = statement;
      if (readsResults.test(sql) && heldIds.has(params?.[0])) {
        standing += 1;
        if (standing === 2) stand();
        await released;
      }
      return query(...statement);
    });

    const ends: string[] = [];
    const held = large.map((side) => read(side).then(() => ends.push('large')));
    let last: Promise<unknown> | undefined;
    try {
      await Promise.race([stands, ...held]);
      last = read(small).then(() => ends.push('small'));
      await Promise.race([last, sleep(10_000)]);
      assert.deepEqual(ends, ['small']);
    } finally {
      release();
      await Promise.allSettled([...held, last]);
    }
  });
}
