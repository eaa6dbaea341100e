/** What lists show about jobs: tags, and an overview of the findings. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { jobListItem, type Results } from '@reelsight/contract';
import { sharedTwo } from './shared-subject.ts';
import { accepted, type Json, type Owner, refused, type Subject, urls } from './subject.ts';

let subject: Subject;
let owner: Owner;
let stranger: Owner;
before(async () => {
  ({ subject, owner, stranger } = await sharedTwo());
});
after(() => subject.close());

const list = async (query = '', of = owner): Promise<Json[]> =>
  accepted(await of.get(`/v1/jobs?limit=100${query}`), 200);
const item = async (id: string): Promise<Json> => (await list()).find((one) => one.job_id === id);

const brand = (name: string, ...spans: readonly (readonly [number, number])[]) => ({
  name,
  confidence: 0.9,
  total_appearances: spans.length,
  total_visible_duration: 0,
  first_appearance: 0,
  last_appearance: 0,
  frame_detections: [],
  appearances: spans.map(([start, end]) => ({
    timestamp: start,
    timestamp_start: start,
    timestamp_end: end,
    source: 'visual',
  })),
});
const results = {
  meta: { fps_used: 1, frames_analyzed: 0, engines: {} },
  brands: [brand('Pepsi', [0, 2]), brand('Sony', [10, 15], [14, 16]), brand('Nike', [1, 2])],
} as unknown as Results;

describe('Highlights', () => {
  test('are there with the results: brands by the union of their spans, and when they are seen', async () => {
    const { job_id } = await owner.job({ capabilities: ['brands'] });
    const pending = await item(job_id);
    jobListItem.parse(pending);
    assert.equal(pending.highlights, null);
    await subject.worker.complete(job_id, results);

    const { highlights, video_duration_seconds } = await item(job_id);
    assert.equal(video_duration_seconds, 60);
    assert.deepEqual(highlights.brands, [
      { name: 'Sony', seconds: 6 },
      { name: 'Pepsi', seconds: 2 },
      { name: 'Nike', seconds: 1 },
    ]);
    assert.equal(highlights.brand_count, 3);
    assert.equal(highlights.timeline.length, 60);
    assert.deepEqual(highlights.timeline.slice(0, 3), [1, 2, 0]);
    assert.deepEqual(highlights.timeline.slice(9, 17), [0, 1, 1, 1, 1, 1, 1, 0]);
  });

  test('are empty for a job without brands, and null for one that failed', async () => {
    const { job_id: plain } = await owner.job();
    await subject.worker.complete(plain);
    const nothing = { brands: [], brands_said: [], brand_count: 0, timeline: [] };
    assert.deepEqual((await item(plain)).highlights, nothing);
    const { job_id: failed } = await owner.job();
    await subject.worker.fail(failed);
    assert.equal((await item(failed)).highlights, null);
  });

  test('of jobs that an earlier release completed are filled in later', async () => {
    const { job_id } = await owner.job({ capabilities: ['brands'] });
    await subject.worker.complete(job_id, results);

    const { highlights } = await item(job_id);
    const { updated_at } = (await subject.worker.row(job_id)) as Json;

    await subject.domain.db.query('update jobs set highlights = null where id = $1', [job_id]);
    await subject.sweep('lists');
    assert.deepEqual((await item(job_id)).highlights, highlights);
    assert.deepEqual(((await subject.worker.row(job_id)) as Json).updated_at, updated_at);

    const left = await subject.domain.db.query(
      "select 1 from jobs where status = 'completed' and highlights is null",
    );
    assert.equal(left.length, 0);
  });
});

/** Makes writing this job's highlights fail until the returned function is called. */
async function refuseHighlights(jobId: string): Promise<() => Promise<void>> {
  const { db } = subject.domain;
  await db.exec(`create or replace function refuse_highlights() returns trigger language plpgsql
    as $$ begin raise exception 'refused'; end $$`);
  await db.exec(`create trigger refused before update on jobs for each row
    when (new.id = '${jobId}' and new.highlights is not null) execute function refuse_highlights()`);

  return async () => {
    await db.exec('drop trigger refused on jobs');
  };
}

test('a correction stands although its highlights could not be made, and the sweep makes them', async () => {
  const { job_id } = await owner.job({ capabilities: ['brands'] });
  await subject.worker.complete(job_id, results);

  const path = `/v1/jobs/${job_id}/corrections`;
  const allow = await refuseHighlights(job_id);
  const dismissed = { kind: 'dismiss', target: 'brand', name: 'Sony' };
  const { correction_id } = accepted(await owner.post(path, dismissed), 201);
  const other = { kind: 'dismiss', target: 'brand', name: 'Pepsi' };
  accepted(await owner.post(path, other), 201);
  accepted(await owner.delete(`${path}/${correction_id}`), 204);
  assert.equal((await item(job_id)).highlights, null);
  await allow();
  await subject.sweep('lists');

  const { brands } = (await item(job_id)).highlights;
  assert.deepEqual(
    brands.map((brand: Json) => brand.name),
    ['Sony', 'Nike'],
  );
});

test('a job whose highlights can not be made holds up no other, and is told of', async () => {
  const made: string[] = [];
  for (let index = 0; index < 2; index += 1) {
    const { job_id } = await owner.job({ capabilities: ['brands'] });
    await subject.worker.complete(job_id, results);
    made.push(job_id);
  }

  const [bad, good] = made.toSorted() as [string, string];
  await subject.domain.db.query('update jobs set highlights = null where id = any($1)', [made]);

  const allow = await refuseHighlights(bad);
  await assert.rejects(subject.sweep('lists'), AggregateError);
  assert.equal((await item(good)).highlights.brand_count, 3);
  assert.equal((await item(bad)).highlights, null);
  await allow();
  await subject.sweep('lists');
  assert.equal((await item(bad)).highlights.brand_count, 3);
});

test('highlights follow corrections, and their undoing', async () => {
  const { job_id } = await owner.job({ capabilities: ['brands'] });
  await subject.worker.complete(job_id, results);

  const before = (await item(job_id)).highlights;
  const path = `/v1/jobs/${job_id}/corrections`;
  const dismissed = { kind: 'dismiss', target: 'brand', name: 'Sony' };
  const made = accepted(await owner.post(path, dismissed), 201);
  const { highlights } = await item(job_id);
  assert.deepEqual(
    highlights.brands.map((brand: Json) => brand.name),
    ['Pepsi', 'Nike'],
  );
  assert.equal(highlights.brand_count, 2);

  const renames = ['Pepsi Max', 'Pepsi Light', 'Pepsi Zero'].map((new_name) =>
    owner.post(path, { kind: 'rename', target: 'brand', name: 'Nike', new_name }),
  );
  await Promise.all(renames);

  const shown = accepted(await owner.get(`/v1/jobs/${job_id}?corrected=true`), 200).results.brands;
  assert.deepEqual(
    (await item(job_id)).highlights.brands.map((brand: Json) => brand.name).toSorted(),
    shown.map((one: Json) => one.name).toSorted(),
  );

  for (const one of accepted(await owner.get(path), 200))
    if (one.correction_id !== made.correction_id)
      accepted(await owner.delete(`${path}/${one.correction_id}`), 204);

  accepted(await owner.delete(`${path}/${made.correction_id}`), 204);
  assert.deepEqual((await item(job_id)).highlights, before);
});

describe('Tags', () => {
  test('come with the job or later, are filtered by, and follow into a rerun', async () => {
    const { job_id } = await owner.job({ tags: [' spring ', 'league', 'spring'] });
    assert.deepEqual((await owner.read(job_id)).tags, ['spring', 'league']);
    assert.deepEqual((await item(job_id)).tags, ['spring', 'league']);

    const untagged = await owner.job();
    assert.equal(untagged.tags, undefined);
    assert.deepEqual(
      (await list('&tag=league')).map((one) => one.job_id),
      [job_id],
    );
    assert.deepEqual(await list('&tag=leag'), []);
    assert.deepEqual(await list('&tag=league', stranger), []);

    const path = `/v1/jobs/${job_id}`;
    const changed = accepted(await owner.patch(path, { tags: ['autumn'] }), 200);
    assert.deepEqual(changed.tags, ['autumn']);
    await subject.worker.complete(job_id);

    const body = { action: 'rerun', job_ids: [job_id] };
    const { jobs } = accepted(await owner.post('/v1/jobs/bulk', body), 200);
    assert.deepEqual((await owner.read(jobs[0].new_job_id)).tags, ['autumn']);
    accepted(await owner.patch(path, { tags: [] }), 200);
    assert.equal((await owner.read(job_id)).tags, undefined);
  });

  test('of a batch are those of its jobs', async () => {
    const batch = await owner.batch({ urls: urls(2), tags: ['cup'] });
    for (const { job_id } of batch.jobs) assert.deepEqual((await owner.read(job_id)).tags, ['cup']);
  });

  test('what is no list of tags is refused, and a stranger finds no job', async () => {
    const { job_id } = await owner.job();
    const path = `/v1/jobs/${job_id}`;

    for (const tags of [
      null,
      'a',
      [''],
      ['x'.repeat(51)],
      Array.from({ length: 11 }, (_, index) => `${index}`),
    ])
      refused(await owner.patch(path, { tags }), 422, 'VALIDATION_FAILED');

    refused(await owner.patch(path, { title: 'x' }), 422, 'VALIDATION_FAILED');
    refused(await stranger.patch(path, { tags: ['mine'] }), 404, 'JOB_NOT_FOUND');
    refused(await owner.patch('/v1/jobs/job_0', { tags: ['mine'] }), 404, 'JOB_NOT_FOUND');

    const reader = await owner.limitedTo('jobs:read');
    refused(await reader.patch(path, { tags: ['mine'] }), 403, 'INSUFFICIENT_SCOPE');
    refused(await owner.get('/v1/jobs?tag='), 422, 'VALIDATION_FAILED');
  });
});
