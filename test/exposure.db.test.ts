/** Exposure of brands, requested over HTTP: numbers, choices, refusals. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { calls, type Results } from '@reelsight/contract';
import { aggregateBrands } from '../server/src/analysis/aggregate-brands.ts';
import { lengthOf, unionOf } from '../server/src/analysis/spans.ts';
import { sharedSubject } from './interface/shared-subject.ts';
import { accepted, type Owner, refused, type Subject } from './interface/subject.ts';

let subject: Subject;
let owner: Owner;
before(async () => {
  subject = await sharedSubject();
  owner = await subject.owner('scale', 100_000);
});
after(() => subject.close());

const box = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };
const corner = { x: 0, y: 0, width: 0.1, height: 0.1 };

function brandOf(name: string, start: number, end: number, bounding_box = box) {
  return {
    name,
    confidence: 0.9,
    total_appearances: 1,
    first_seen: start,
    last_seen: end,
    total_visible_duration: end - start,
    appearances: [
      {
        timestamp: start,
        timestamp_start: start,
        timestamp_end: end,
        visible_duration: end - start,
        confidence: 0.9,
        context: 'on screen',
        source: 'visual',
        frame_url: '/v1/frames/job_1/proof-1.jpg',
        bounding_box,
      },
    ],
    frame_detections: [
      { timestamp: start, confidence: 0.9, bounding_box, source: 'logo', verified: true },
    ],
  };
}

const meta = { fps_used: 1, frames_analyzed: 2, engines: {} };
type Refusal = [status: number, code: Parameters<typeof refused>[2], text: string];
const resultsOf = (...brands: object[]) => ({ brands, meta }) as unknown as Results;

/** Creates a completed job and returns its id. */
async function completed(found: Results, capabilities = ['brands']): Promise<string> {
  const { job_id } = await owner.job({ capabilities });
  await subject.worker.complete(job_id, found);
  return job_id;
}

const read = (id: string, query = '') => owner.get(`/v1/jobs/${id}/exposure${query}`);
const choose = (body: object) => owner.post('/v1/exposure', body);

describe('Exposure', () => {
  test('of a job: seconds, sizes and equivalent seconds, with the formula in use', async () => {
    const id = await completed(resultsOf(brandOf('Sony', 3, 13), brandOf('ナイキ', 8, 18, corner)));
    const answer = await read(id);
    assert.equal(answer.status, 200, answer.text);

    const body = calls.getJobExposure.answers[0].body.parse(answer.json).data;
    assert.deepEqual(body.videos, [{ job_id: id, title: 'A video', duration_seconds: 60 }]);
    assert.match(body.formula.text, /0\.06.*\n.*0\.4/);

    const [sony, nike] = body.brands;
    assert.deepEqual([sony?.name, nike?.name], ['Sony', 'ナイキ']);
    assert.equal(sony?.seen_seconds, 10);
    assert.equal(sony?.solus_seconds, 5);
    assert.equal(sony?.share_of_voice, 0.5);

    const right = Math.sqrt(0.04 / 0.06) * (5 + 5 / Math.SQRT2);
    assert.ok(Math.abs((sony?.equivalent_seconds ?? 0) / right - 1) < 0.02);
    assert.deepEqual(sony?.best, {
      job_id: id,
      timestamp: 3,
      bounding_box: box,
      frame_url: '/v1/frames/job_1/proof-1.jpg',
    });
    assert.equal(sony?.media_value_usd, null);
  });

  test('the query chooses brands, confidence, weights and money', async () => {
    const id = await completed(resultsOf(brandOf('Sony', 3, 13), brandOf('Nike, Inc.', 20, 30)));
    const chosen = await read(
      id,
      '?brands=nike%2C%20inc.&full_size=0.04&cpm_usd=30&audience=10000',
    );
    const [only, ...others] = chosen.json.data.brands;
    assert.deepEqual([only.name, others], ['Nike, Inc.', []]);
    assert.equal(only.equivalent_seconds, 10);
    assert.equal(only.media_value_usd, 100);
    assert.equal(chosen.json.data.formula.weights.full_size, 0.04);
    assert.match(chosen.json.data.formula.text, /10000 \/ 1000 · 30/);

    const none = await read(id, '?min_confidence=0.95');
    assert.deepEqual(none.json.data.brands, []);

    for (const query of [
      'min_confidence=2',
      'cpm_usd=-1',
      'audience=1.5',
      'full_size=0',
      'clutter=x',
    ])
      refused(await read(id, `?${query}`), 422, 'VALIDATION_FAILED', query.split('=')[0]);
  });

  test('brands in the query have the same bounds and words, repeated or separated by commas', async () => {
    const id = await completed(resultsOf(brandOf('Sony', 3, 13), brandOf('Nike, Inc.', 20, 30)));
    const long = (count: number) =>
      Array.from({ length: count }, (_, index) => `Brand number ${index} `.padEnd(40, 'x'));
    const forms = (names: readonly string[]) => [
      names.map((name) => `brands=${encodeURIComponent(name)}`).join('&'),
      `brands=${encodeURIComponent(names.join(','))}`,
    ];
    const namesOf = async (query: string) =>
      accepted(await read(id, `?${query}`), 200).brands.map(({ name }: { name: string }) => name);

    for (const query of forms([...long(49), 'sony']))
      assert.deepEqual(await namesOf(query), ['Sony']);

    assert.deepEqual(await namesOf('brands=%20Nike,%20Inc.%20&brands=Sony,'), [
      'Nike, Inc.',
      'Sony',
    ]);

    const refusedAs = async (queries: readonly string[], words: string) => {
      for (const query of queries)
        refused(await read(id, `?${query}`), 422, 'VALIDATION_FAILED', `brands: ${words}`);
    };
    await refusedAs(forms(long(51)), 'must be at most 50 names.');
    await refusedAs(forms(['Sony', 'x'.repeat(201)]), 'must have at most 200 characters.');
    await refusedAs(
      ['brands=', 'brands=,', 'brands=%20,', 'brands=Sony&brands='],
      'must not be empty.',
    );
    await refusedAs(forms(['Sony', 'a\u0001b']), 'must not contain control characters.');
  });

  test('of a batch: what does not count is named', async () => {
    const { batch_id, jobs } = await owner.batch({ capabilities: ['brands'] });
    const [first, second] = jobs.map(({ job_id }: { job_id: string }) => job_id);
    const path = `/v1/batch/${batch_id}/exposure`;
    const early = (await owner.get(path)).json.data;
    assert.deepEqual([early.brands, early.seconds_total], [[], 0]);
    await subject.worker.complete(first, resultsOf(brandOf('Sony', 3, 13)));

    const { data } = (await owner.get(path)).json;
    assert.equal(data.brands[0].seen_seconds, 10);
    assert.deepEqual(data.left_out, [{ job_id: second, reason: 'not_completed' }]);
    await subject.worker.complete(second, { meta } as unknown as Results);

    const { left_out } = (await owner.get(path)).json.data;
    assert.deepEqual(left_out, [{ job_id: second, reason: 'no_brands' }]);
    refused(await owner.get('/v1/batch/batch_0/exposure'), 404, 'BATCH_NOT_FOUND');

    const spoken = await owner.batch({ capabilities: ['transcription'] });
    refused(
      await owner.get(`/v1/batch/${spoken.batch_id}/exposure`),
      ...([422, 'EXPORT_UNAVAILABLE', 'brands'] as const),
    );
  });

  test('of any choice of jobs, each once', async () => {
    const first = await completed(resultsOf(brandOf('Sony', 3, 13)));
    const second = await completed(resultsOf(brandOf('SONY', 0, 6)));
    const { data } = (await choose({ job_ids: [second, first, second], brands: null })).json;
    assert.deepEqual(
      data.videos.map(({ job_id }: { job_id: string }) => job_id),
      [second, first],
    );

    const [sony] = data.brands;
    assert.deepEqual([sony.name, sony.videos, sony.seen_seconds], ['SONY', 2, 16]);
    assert.equal(data.seconds_total, 120);
  });

  test('no brand found is no error', async () => {
    const id = await completed(resultsOf());
    const { data } = (await read(id)).json;
    assert.deepEqual([data.brands, data.seconds_total], [[], 60]);
  });

  test('what has no exposure is refused by its name', async () => {
    const id = await completed(resultsOf(brandOf('Sony', 3, 13)));
    const { job_id: pending } = await owner.job({ capabilities: ['brands'] });
    const spoken = await completed({ meta } as unknown as Results, ['summary']);

    refused(await read(pending), 409, 'JOB_NOT_COMPLETED', pending);
    refused(await read(spoken), 422, 'EXPORT_UNAVAILABLE', spoken);
    refused(await read('job_0'), 404, 'JOB_NOT_FOUND');
    refused(await choose({ job_ids: [id, pending] }), 409, 'JOB_NOT_COMPLETED', pending);
    refused(await choose({ job_ids: [id, spoken] }), 422, 'EXPORT_UNAVAILABLE', spoken);
    refused(await choose({ job_ids: [id, "job'; --"] }), 404, 'JOB_NOT_FOUND', 'job');
    refused(await choose({ job_ids: [] }), 422, 'VALIDATION_FAILED', 'job_ids');
    refused(await choose({ job_ids: [id], brands: [] }), 422, 'VALIDATION_FAILED', 'brands');
    refused(await choose({ job_ids: [id], clutter: 9 }), 422, 'VALIDATION_FAILED', 'clutter');

    const other = await subject.owner('scale', 1000);
    refused(await other.get(`/v1/jobs/${id}/exposure`), 404, 'JOB_NOT_FOUND');
    refused(await other.post('/v1/exposure', { job_ids: [id] }), 404, 'JOB_NOT_FOUND', id);
  });

  test('failed, deleted and strange jobs, and options at their ends, have clear answers', async () => {
    const id = await completed(resultsOf(brandOf('Sony', 3, 13)));
    const failed = await owner.job({ capabilities: ['brands'] });
    await subject.worker.fail(failed.job_id, 'PROCESSING_ERROR');

    const running = await owner.job({ capabilities: ['brands'] });
    await subject.worker.claim(running.job_id);

    const deleted = await completed(resultsOf(brandOf('Sony', 3, 13)));
    assert.equal((await owner.delete(`/v1/jobs/${deleted}`)).status, 204);

    const refuse = async (more: object, ...[status, code, text]: Refusal) =>
      refused(await choose({ job_ids: [id], ...more }), status, code, text);
    await refuse({ job_ids: [id, failed.job_id] }, 409, 'JOB_NOT_COMPLETED', 'failed');
    await refuse({ job_ids: [running.job_id] }, 409, 'JOB_NOT_COMPLETED', 'processing');
    await refuse({ job_ids: [id, deleted] }, 404, 'JOB_NOT_FOUND', deleted);

    const invalid = { full_size: [0, -1, 2, '0.1'], edge_loss: [-0.1, 1.1, 'all'] };
    const more = {
      clutter: [-1, 2.1, '1'],
      min_confidence: [-0.1, 1.1, '0.5'],
      cpm_usd: [-1, '3'],
    };
    for (const [name, values] of Object.entries({ ...invalid, ...more, audience: [-1, 0.5, '9'] }))
      for (const value of values) await refuse({ [name]: value }, 422, 'VALIDATION_FAILED', name);

    const brandsOf = async (asked: object) => (await choose({ job_ids: [id], ...asked })).json.data;
    const least = await brandsOf({ full_size: 1, edge_loss: 1, clutter: 2, min_confidence: 0 });
    const most = await brandsOf({ full_size: 0.0001, edge_loss: 0, clutter: 0 });
    assert.ok(least.brands[0].equivalent_seconds < most.brands[0].equivalent_seconds);
    assert.equal(most.brands[0].equivalent_seconds, 10);
    assert.deepEqual((await brandsOf({ brands: ['Nobody'] })).brands, []);

    for (const only of [{ cpm_usd: 20 }, { audience: 5000 }])
      assert.equal((await brandsOf(only)).brands[0].media_value_usd, null);

    assert.equal((await brandsOf({ cpm_usd: 0, audience: 5000 })).brands[0].media_value_usd, 0);
  });

  test('of a video one frame long, of none, and of an unknown length', async () => {
    const id = await completed(resultsOf(brandOf('Sony', 0, 0.04), brandOf('Nike', 0, 0)));
    const { data } = (await read(id)).json;
    const [sony, nike] = data.brands;
    assert.deepEqual([sony.name, sony.seen_seconds, sony.appearances], ['Sony', 0.04, 1]);
    assert.ok(sony.equivalent_seconds > 0 && sony.equivalent_seconds <= 0.04);
    assert.deepEqual([nike.seen_seconds, nike.first_seen, nike.equivalent_seconds], [0, null, 0]);

    for (const length of [0, null]) {
      const set = 'update jobs set duration_seconds = $2 where id = $1';
      await subject.domain.db.query(set, [id, length]);
      const { brands, seconds_total } = (await read(id)).json.data;
      assert.deepEqual([seconds_total, brands[0].share_of_video], [0, 0]);
      assert.equal(brands[0].share_of_voice, 1);
    }
  });

  test('two thousand ids fit into a body, more do not', async () => {
    const id = await completed(resultsOf(brandOf('Sony', 3, 13)));
    const ids = (count: number) =>
      Array.from({ length: count }, (_, index) => `${id.slice(0, -4)}${1000 + index}`);
    refused(await choose({ job_ids: ids(2000) }), 404, 'JOB_NOT_FOUND');
    refused(await choose({ job_ids: ids(2001) }), 422, 'VALIDATION_FAILED', 'job_ids');
    refused(await choose({ job_ids: ids(9000) }), 413, 'BODY_TOO_LARGE', '262,144');
  });

  test('seconds are the same in results, exposure, batch and files, also where appearances overlap', async () => {
    const [first] = brandOf('Sony', 3, 13).appearances;
    const later = { timestamp: 12, timestamp_start: 10.33, timestamp_end: 15.87 };
    const overlapping = { ...first, ...later, visible_duration: 5.54 };
    const brand = {
      ...brandOf('Sony', 3, 13),
      appearances: [first, overlapping],
      total_appearances: 2,
      total_visible_duration: 12.87,
    };
    const { batch_id, jobs } = await owner.batch({ capabilities: ['brands'] });
    const [id, other] = jobs.map(({ job_id }: { job_id: string }) => job_id);
    await subject.worker.complete(id, resultsOf(brand));
    await subject.worker.complete(other, resultsOf());

    const text = async (path: string) => (await owner.get(path)).text;
    const csvSeconds = (csv: string) => {
      const [head = '', row = ''] = csv.split('\r\n');
      return Number(row.split(',')[head.split(',').indexOf('name_seconds')]);
    };
    const records = (await text(`/v1/jobs/${id}/exports/jsonl`)).trim().split('\n');
    const spans = unionOf(
      records
        .map((line) => JSON.parse(line))
        .map(({ timestamp_start: start, timestamp_end: end }) => ({ start, end })),
    );
    const all = {
      results: (await owner.read(id)).results.brands[0].total_visible_duration,
      job: (await read(id)).json.data.brands[0].seen_seconds,
      batch: (await owner.get(`/v1/batch/${batch_id}/exposure`)).json.data.brands[0].seen_seconds,
      chosen: (await choose({ job_ids: [id] })).json.data.brands[0].seen_seconds,
      aggregate:
        aggregateBrands([{ job_id: id, ...resultsOf(brand) }])[0]?.total_visible_duration ?? 0,
      csv: csvSeconds(await text(`/v1/jobs/${id}/exports/csv`)),
      batchCsv: csvSeconds(await text(`/v1/batch/${batch_id}/exports/csv`)),
      jsonl: lengthOf(spans),
    };
    for (const [where, seconds] of Object.entries(all))
      assert.ok(Math.abs(seconds - 12.87) < 0.05, `${where}: ${seconds}`);
  });

  test('the client reads it', async () => {
    const { client } = await subject.service.workspace('scale', 1000);
    const { job_id: id } = await client.jobs.create({
      url: 'https://youtu.be/dQw4w9WgXcQ',
      capabilities: ['brands'],
    });
    await subject.worker.complete(id, resultsOf(brandOf('Sony', 3, 13), brandOf('Nike', 3, 5)));

    const own = await client.jobs.exposure(id, { brands: ['sony'], full_size: 0.04 });
    assert.equal(own.brands.length, 1);
    assert.equal(own.formula.weights.full_size, 0.04);

    const all = await client.exposure({ job_ids: [id], clutter: 0 });
    assert.deepEqual([all.brands.length, all.formula.weights.clutter], [2, 0]);
    await assert.rejects(client.batches.exposure('batch_0'), /no such batch/);
  });
});
