/** Results of many megabytes: the thread that answers everybody neither parses nor writes them. */
import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { AggregateResults } from '@reelsight/contract';
import { aggregateBrands } from '../server/src/analysis/aggregate-brands.ts';
import { findBatchById, setBatchStatus } from '../server/src/db/batches.ts';
import { findJobRow } from '../server/src/db/jobs/job-rows.ts';
import { soFarOf } from '../server/src/domain/jobs/so-far.ts';
import { completeBatch } from '../server/src/domain/states/batch-states.ts';
import { settleJoin } from '../server/src/jobs/parts/database-parts.ts';
import { handedOver } from '../server/src/threads/worker-thread.ts';
import { longestTexts } from '../server/testing/longest-texts.ts';
import { type Json, overHttp } from './assistants/assistant.ts';
import { longResults } from './assistants/results.ts';
import { accepted, type Owner, refused, type Subject, startSubject } from './interface/subject.ts';

/** Far less than the results have, and more than the pieces in which search receives their passages. */
const fewCharacters = 1_000_000;

let subject: Subject;
let owner: Owner;
let jobId: string;
before(async () => {
  subject = await startSubject({ REELSIGHT_LOG_LEVEL: 'silent' });
  owner = await subject.owner('scale', 100_000);
  ({ job_id: jobId } = await owner.job({
    capabilities: ['transcription', 'summary', 'brands', 'metadata', 'custom_query', 'objects'],
    queries: ['Question 0?'],
    objects: ['bicycle'],
  }));
  const results = longResults(jobId);
  assert.ok(JSON.stringify(results).length > 3 * fewCharacters);
  await subject.worker.complete(jobId, results);
});
after(() => subject.close());

/** The statements that the service sends to its database until the test ends, outside transactions. */
function statementsFrom(t: TestContext): readonly string[] {
  const { db } = subject.domain;
  const { query } = db;
  const statements: string[] = [];
  t.mock.method(db, 'query', (...statement: Parameters<typeof query>) => {
    statements.push(statement[0]);
    return query(...statement);
  });

  return statements;
}

describe('A job that ends', () => {
  test('is settled while its results are parsed, cleaned and summed up elsewhere', async () => {
    const { db } = subject.domain;
    const { job_id } = await owner.job({ capabilities: ['brands'] });
    const claim = await subject.worker.claim(job_id);
    await subject.worker.ingest(claim, 12_100);

    const json = JSON.stringify(longResults(job_id)).replace('Sentence 7 ', 'Sentence\\u0000 7 ');
    const end = { results: handedOver(Buffer.from(json)), usage: {}, hasThumbnail: false };
    const part = { job_id, attempt: claim.attempt };
    const { parsed, written } = await longestTexts(() => settleJoin(subject.domain, part, end));
    assert.ok(parsed < fewCharacters, `${parsed} characters were parsed`);
    assert.ok(written < fewCharacters, `${written} characters were written`);

    const [stored] = await db.query<{ line: string; brands: number; name: string; parts: number }>(
      `select results #>> '{transcription,segments,7,text}' as line, highlights->'brand_count' as brands,
         highlights #>> '{brands,0,name}' as name, jsonb_array_length(highlights->'timeline') as parts
       from job_results join jobs on id = job_id where job_id = $1`,
      [job_id],
    );
    const line = 'Sentence 7 is said here, “quoted”.';
    assert.deepEqual(stored, { line, brands: 301, name: 'Nike', parts: 60 });
    const exposures = await db.query('select 1 from job_exposures where job_id = $1', [job_id]);
    assert.equal(exposures.length, 1);
  });
});

describe('A job with large results', () => {
  for (const form of ['full', 'without_frames']) {
    test(`is read with results=${form} in pieces, as they are stored`, async () => {
      const { kind } = subject.domain.db;
      const headers = { 'X-Api-Key': owner.apiKey };
      const read = async () => {
        const url = `${subject.service.apiUrl}/v1/jobs/${jobId}?results=${form}`;
        const response = await fetch(url, { headers });
        assert.equal(response.status, 200);
        return response.arrayBuffer();
      };

      const lengths = await longestTexts(read);
      assert.ok(lengths.parsed < fewCharacters, `${lengths.parsed} characters were parsed`);
      assert.ok(lengths.written < fewCharacters, `${lengths.written} characters were written`);
      // The embedded database does all its work in this thread anyway.
      if (kind === 'postgres')
        assert.ok(lengths.encoded < fewCharacters, `${lengths.encoded} characters were encoded`);

      const { data } = JSON.parse(new TextDecoder().decode(await read()));
      assert.deepEqual(data.results, longResults(jobId));
    });
  }
});

describe('What the parts of a running job found', () => {
  test('is read in pieces, sorted by the database', async () => {
    const { db } = subject.domain;
    const { job_id } = await owner.job({ capabilities: ['transcription', 'brands'] });
    await subject.worker.ingest(await subject.worker.claim(job_id), 12_100);
    const spansOf = (part: number, name: string) =>
      Array.from({ length: 1000 }, (_, index) => ({
        name: `${name} ${part} “${index}”`,
        start: index * 12 + part / 100,
        end: index * 12 + 3,
      }));
    const parts = Array.from({ length: 40 }, (_, part) => ({
      number: 1000 + part,
      found: part % 2 === 0 ? { brands: spansOf(part, 'Brand') } : { things: spansOf(part, 'Dog') },
    }));
    await db.query(
      `insert into job_parts (job_id, number, kind, queue, first_cell, last_cell, start_seconds, end_seconds, state,
         task_id, priority, found)
       select $1, number, 'read', 'see', 0, 1, number, number + 1, 'done', gen_random_uuid()::text, 0, found
       from jsonb_to_recordset($2::jsonb) as part (number int, found jsonb)`,
      [job_id, JSON.stringify(parts)],
    );
    const row = await findJobRow(db, owner.tenantId, job_id);
    assert.ok(row);

    let pieces: readonly (Buffer | string)[] = [];
    const lengths = await longestTexts(async () => {
      pieces = await soFarOf(subject.domain, row);
    });
    assert.ok(lengths.parsed < fewCharacters, `${lengths.parsed} characters were parsed`);
    assert.ok(lengths.written < fewCharacters, `${lengths.written} characters were written`);

    const json = Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString();
    assert.ok(json.length > 2 * fewCharacters, `${json.length} characters`);
    const soFar = JSON.parse(json);
    const sorted = (name: 'brands' | 'things') =>
      parts.flatMap(({ found }) => found[name] ?? []).toSorted((a, b) => a.start - b.start);
    assert.deepEqual(soFar.brands, sorted('brands'));
    assert.deepEqual(soFar.things, sorted('things'));
    assert.deepEqual(soFar.segments, []);
    assert.equal(soFar.duration_seconds, 12_100);
    const state = { kind: 'read', start: 1000, end: 1001, state: 'done' };
    assert.deepEqual(soFar.parts[0], state);
  });
});

describe('A batch with large aggregate results', () => {
  let id: string;
  let aggregate: AggregateResults;
  before(async () => {
    const { db } = subject.domain;
    ({ batch_id: id } = await owner.batch());
    const { jobs } = await owner.readBatch(id);
    aggregate = {
      queries: [],
      brands: Array.from({ length: 20_000 }, (_, index) => ({
        name: `Brand “${index}”`,
        videos: 1,
        total_appearances: index,
        total_visible_duration: index / 2,
        job_ids: [jobs[0].job_id],
      })),
      jobs_included: 2,
      jobs_excluded: [],
      generated_at: '2026-01-01T00:00:00.000Z',
    };
    const json = JSON.stringify(aggregate);
    assert.ok(json.length > 2 * fewCharacters);

    const batch = await findBatchById(db, id);
    assert.ok(batch);
    const end = () => db.transaction((tx) => completeBatch(subject.domain, tx, batch, json));
    const { parsed, written } = await longestTexts(end);
    assert.ok(parsed < fewCharacters, `${parsed} characters were parsed at its end`);
    assert.ok(written < fewCharacters, `${written} characters were written at its end`);
  });

  const read = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(subject.service.apiUrl + path, {
      method,
      headers: { 'X-Api-Key': owner.apiKey, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.equal(response.status, 200);
    return new Response(await response.arrayBuffer(), response);
  };
  const isUnparsed = async (ask: () => Promise<unknown>): Promise<void> => {
    const { parsed, written } = await longestTexts(ask);
    assert.ok(parsed < fewCharacters, `${parsed} characters were parsed`);
    assert.ok(written < fewCharacters, `${written} characters were written`);
  };

  for (const [method, body] of [['GET'], ['PATCH', { name: 'Spring' }]] as const) {
    test(`is answered to ${method} in pieces, as they are stored`, async () => {
      let answer: ArrayBuffer | undefined;
      await isUnparsed(async () => {
        const response = await read(method, `/v1/batch/${id}`, body);
        answer = await response.arrayBuffer();
      });

      const { data, meta } = JSON.parse(new TextDecoder().decode(answer));
      assert.deepEqual(data.aggregate_results, aggregate);
      assert.equal(data.batch_id, id);
      assert.match(meta.request_id, /^req_/);
    });
  }

  test('is not read to answer HEAD or a list', async (t) => {
    const known = await read('GET', `/v1/batch/${id}`);
    const statements = statementsFrom(t);
    const head = await read('HEAD', `/v1/batch/${id}`);
    assert.equal(head.headers.get('etag'), known.headers.get('etag'));
    assert.equal(head.headers.get('content-type'), known.headers.get('content-type'));
    const list = (await (await read('GET', '/v1/batch')).json()) as Json;
    assert.ok(list.data.some(({ batch_id }: Json) => batch_id === id));
    const ofAggregate = statements.filter((sql) =>
      sql.replaceAll('pg_column_size(aggregate_results)', '').includes('aggregate_results'),
    );
    assert.deepEqual(ofAggregate, []);
  });

  test('is told in events, which are answered in pages of few megabytes', async () => {
    const { db } = subject.domain;
    const batch = await findBatchById(db, id);
    assert.ok(batch);
    const json = JSON.stringify(aggregate);
    const times = 3;
    for (let time = 0; time < times; time += 1)
      await db.transaction((tx) => completeBatch(subject.domain, tx, batch, json));

    const told: Json[] = [];
    let path = '/v1/events?limit=100';
    for (let pages = 0; path !== ''; pages += 1) {
      assert.ok(pages < 20, 'the pages end');
      let text = '';
      await isUnparsed(async () => {
        text = await (await read('GET', path)).text();
      });
      assert.ok(text.length < json.length * 2, `a page of ${text.length} characters`);
      const { data, pagination } = JSON.parse(text);
      told.push(...data.filter(({ batch_id }: Json) => batch_id === id));
      const { has_more, next_cursor } = pagination;
      path = has_more ? `/v1/events?limit=100&after=${next_cursor}` : '';
    }

    const completed = told.filter(({ event }) => event === 'batch.completed');
    assert.equal(completed.length, 1 + times);
    for (const event of completed) assert.deepEqual(event.aggregate_results, aggregate);
  });
});

describe('A batch as corrected', () => {
  test('is read while the brands of its jobs are parsed elsewhere', async (t) => {
    const { db, now } = subject.domain;
    const { batch_id: batch } = await owner.batch({ capabilities: ['brands'] });
    const { jobs } = await owner.readBatch(batch);
    const ids: string[] = jobs.map(({ job_id }: Json) => job_id);
    for (const id of ids) await subject.worker.complete(id, longResults(id));

    const brands = aggregateBrands(
      ids.map((id) => ({ job_id: id, brands: longResults(id).brands })),
    );
    const aggregate = { queries: [], brands, jobs_included: ids };
    const end = { status: 'completed' as const, completedAt: now(), now: now() };
    await setBatchStatus(db, batch, { ...end, aggregateJson: JSON.stringify(aggregate) });

    const dismissal = { kind: 'dismiss', target: 'brand', name: 'Nike' };
    accepted(await owner.post(`/v1/jobs/${ids[0]}/corrections`, dismissal), 201);
    await subject.quiet();

    const statements = statementsFrom(t);
    const resultsRead = () => statements.filter((sql) => sql.includes('job_results'));
    const path = `/v1/batch/${batch}?corrected=true`;
    const { headers } = owner;
    const head = await fetch(subject.service.apiUrl + path, { method: 'HEAD', headers });
    assert.equal(head.status, 200);
    assert.deepEqual(resultsRead(), [], 'nothing is corrected to answer HEAD');

    let answer: Json;
    const read = async () => {
      answer = accepted(await owner.get(path), 200);
    };
    const { parsed, written } = await longestTexts(read);
    assert.ok(parsed < fewCharacters, `${parsed} characters were parsed`);
    assert.ok(written < fewCharacters, `${written} characters were written`);
    assert.notEqual(resultsRead().length, 0);

    const nike = answer.aggregate_results.brands.find(({ name }: Json) => name === 'Nike');
    assert.deepEqual(nike.job_ids, ids.slice(1));
  });
});

describe('A thousand corrections with many appearances', () => {
  const count = 1000;
  const appearances = Array.from({ length: 40 }, (_, index) => ({
    start: index,
    end: index + 0.5,
    source: 'visual',
    box: { x: 0.1, y: 0.2, width: index / 100, height: 0.1 },
  }));
  let id: string;
  before(async () => {
    ({ job_id: id } = await owner.job({ capabilities: ['brands'] }));
    await subject.worker.complete(id);
    await subject.domain.db.query(
      `insert into corrections (id, job_id, kind, target, name, appearances, actor, created_at, name_rule)
       select 'cor_' || lpad(n::text, 26, '0'), $1, 'confirm', 'possible_brand', 'Name ' || n, $2,
         '{"type": "operator", "id": null, "name": "test"}', now(), 1
       from generate_series(1, $3::int) as n order by n`,
      [id, JSON.stringify(appearances), count],
    );
  });

  test('are listed one after the other', async () => {
    let listed: Json[] = [];
    const lengths = await longestTexts(async () => {
      const url = `${subject.service.apiUrl}/v1/jobs/${id}/corrections`;
      const response = await fetch(url, { headers: { 'X-Api-Key': owner.apiKey } });
      assert.equal(response.status, 200);
      const bytes = await response.arrayBuffer();
      assert.ok(bytes.byteLength > 3 * fewCharacters, `${bytes.byteLength} bytes`);
      // The test parses the answer by another way than the one that is watched.
      ({ data: listed } = (await new Response(bytes).json()) as { data: Json[] });
    });

    assert.ok(lengths.written < fewCharacters, `${lengths.written} characters were written`);
    assert.equal(listed.length, count);
    assert.equal(listed[7].name, 'Name 8');
    assert.deepEqual(listed[7].appearances_added, appearances);
  });

  test('are listed a page at a time', async () => {
    const names: string[] = [];
    const of = `/v1/jobs/${id}/corrections`;
    let path = `${of}?limit=100`;
    while (path !== '') {
      const { json, text } = await owner.get(path);
      assert.ok(text.length < fewCharacters, `a page of ${text.length} characters`);
      names.push(...json.data.map(({ name }: Json) => name));
      const { has_more, next_cursor } = json.pagination;
      assert.equal(next_cursor === null, !has_more);
      path = has_more ? `${of}?limit=100&cursor=${next_cursor}` : '';
    }
    const all = Array.from({ length: count }, (_, index) => `Name ${index + 1}`);
    assert.deepEqual(names, all);

    const { next_cursor: cursor } = (await owner.get(`${of}?limit=10`)).json.pagination;
    const { json: rest } = await owner.get(`${of}?cursor=${cursor}`);
    assert.equal(rest.data.length, count - 10);
    assert.deepEqual(rest.pagination, { has_more: false, next_cursor: null });

    const { job_id: other } = await owner.job({ capabilities: ['brands'] });
    const wrong = [
      `${of}?limit=0`,
      `${of}?cursor=x`,
      `/v1/jobs/${other}/corrections?cursor=${cursor}`,
    ];
    for (const query of wrong) refused(await owner.get(query), 422, 'VALIDATION_FAILED');
  });

  test('are shown to assistants, and parsed elsewhere', async () => {
    const assistant = await overHttp(subject.service.apiUrl, { 'X-Api-Key': owner.apiKey });
    const { parsed } = await longestTexts(async () => {
      const list = await assistant.ask('list_corrections', { job_id: id });
      assert.equal(list.corrections_total, count);
    });
    assert.ok(parsed < fewCharacters, `${parsed} characters were parsed`);
    await assistant.close();
  });
});

describe('A tool of assistants', () => {
  const calls = [
    ['job_overview', {}],
    ['transcript', { around_seconds: 600 }],
    ['brand_appearances', { name: 'Nike' }],
    ['object_appearances', { name: 'bicycle' }],
    ['query_answers', {}],
  ] as const;
  for (const [tool, more] of calls) {
    test(`${tool} shows its part, and the results are parsed elsewhere`, async () => {
      const assistant = await overHttp(subject.service.apiUrl, { 'X-Api-Key': owner.apiKey });
      const ask = () => assistant.ask(tool, { job_id: jobId, ...more });

      const { parsed, written } = await longestTexts(ask);
      assert.ok(parsed < fewCharacters, `${parsed} characters were parsed`);
      assert.ok(written < fewCharacters, `${written} characters were written`);
      await assistant.close();
    });
  }
});
