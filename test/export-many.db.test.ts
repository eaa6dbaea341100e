/** The results of several jobs as one ZIP file. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { createClient } from '../sdk/src/index.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { zipEntries } from '../server/testing/zip-entries.ts';
import { sharedSubject } from './interface/shared-subject.ts';
import { accepted, type Owner, refused, type Subject } from './interface/subject.ts';

let subject: Subject;
let owner: Owner;
before(async () => {
  subject = await sharedSubject();
  owner = await subject.owner('scale', 1_000_000);
});
after(() => subject.close());

const resultsOf = (text: string): Results => ({
  transcription: {
    text,
    language: 'en',
    duration_seconds: 60,
    word_count: 1,
    segments: [{ start: 1, end: 2, text }],
  },
  brands: [],
  shots: [{ start: 0, end: 60 }],
  meta: { fps_used: 1, frames_analyzed: 60, engines: {} },
});

async function completed(text = 'Hello.', by: Owner = owner, title?: string): Promise<string> {
  const { job_id } = await by.job({ capabilities: ['transcription', 'brands'] });
  await subject.worker.complete(job_id, resultsOf(text), title);
  return job_id;
}

async function zipOf(query: string, by: Owner = owner) {
  const response = await fetch(`${subject.service.apiUrl}/v1/exports.zip?${query}`, {
    headers: by.headers,
    signal: AbortSignal.timeout(120_000),
  });
  assert.equal(response.status, 200);
  return { response, entries: zipEntries(Buffer.from(await response.arrayBuffer())) };
}

/** The cells of the manifest, which must not contain quotes. */
const manifestOf = (entries: ReadonlyMap<string, Buffer>): string[][] =>
  String(entries.get('manifest.csv'))
    .replace(/^\ufeff/, '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));

describe('exports.zip', () => {
  test('has a file for each job and format, of the same bytes as alone', async () => {
    const one = await completed('Hello.');
    const two = await completed('Goodbye.');
    const { response, entries } = await zipOf(`job_ids=${one},${two}&formats=txt,shots.csv`);
    assert.equal(response.headers.get('content-type'), 'application/zip');
    assert.match(
      String(response.headers.get('content-disposition')),
      /filename="Results \d{4}-\d\d-\d\d\.zip"/,
    );

    // Both jobs have the same title.
    const files = [`A video.txt`, 'A video.shots.csv'];
    const second = [`A video ${two}.txt`, `A video ${two}.shots.csv`];
    assert.deepEqual([...entries.keys()], [...files, ...second, 'manifest.csv']);
    assert.match(String(entries.get('A video.txt')), /Hello/);

    const alone = await owner.get(`/v1/jobs/${two}/exports/shots.csv`);
    assert.equal(String(entries.get(`A video ${two}.shots.csv`)), alone.text);
    assert.deepEqual(
      manifestOf(entries).map(([id, , status, format]) => [id, status, format]),
      [
        [one, 'completed', 'txt'],
        [one, 'completed', 'shots.csv'],
        [two, 'completed', 'txt'],
        [two, 'completed', 'shots.csv'],
      ],
    );
  });

  test('no two files have names that a file system takes for one, nor one of a device', async () => {
    const titles = [
      'Caf\u00e9',
      'CAFE\u0301',
      'Stra\u00dfe',
      'STRASSE',
      'aux.notes',
      'A.shots',
      'A',
      'manifest',
    ];
    const ids: string[] = [];

    for (const title of titles) ids.push(await completed('Hello.', owner, title));
    const { entries } = await zipOf(`job_ids=${ids.join(',')}&formats=csv,shots.csv`);
    const names = [...entries.keys()];
    assert.equal(names.length, 2 * titles.length + 1);

    const alike = names.map((name) => name.normalize('NFD').toUpperCase().toLowerCase());
    assert.equal(new Set(alike).size, names.length, names.join());
    assert.deepEqual(
      names.filter((name) => /^(aux|con|nul)\b/i.test(name)),
      [],
    );
    assert.deepEqual(names.slice(0, 4), [
      ...['Caf\u00e9.csv', 'Caf\u00e9.shots.csv'],
      ...[`CAF\u00c9 ${ids[1]}.csv`, `CAF\u00c9 ${ids[1]}.shots.csv`],
    ]);
  });

  test('what has no file is in the manifest with the reason, and the rest is there', async () => {
    const good = await completed();
    const { job_id: pending } = await owner.job();
    const deleted = await completed();
    accepted(await owner.delete(`/v1/jobs/${deleted}`), 204);

    const other = await subject.owner('scale', 1000);
    const ofOther = await completed('secret', other);
    const ids = [pending, deleted, ofOther, 'job_none', "'", good, good];
    const query = ids.map((id) => `job_ids=${encodeURIComponent(id)}`).join('&');
    const { entries } = await zipOf(`${query}&formats=txt&formats=on-screen-text.csv,coco`);
    assert.deepEqual([...entries.keys()], ['A video.txt', 'manifest.csv']);

    const rows = manifestOf(entries);
    const problemOf = (id: string) => rows.filter(([one]) => one === id).map((row) => row.at(-1));
    assert.deepEqual(problemOf(pending), ['The job has no results.']);

    for (const id of [deleted, ofOther, 'job_none'])
      assert.deepEqual(problemOf(id), ['There is no such job.']);

    assert.equal(problemOf(good)[0], '');
    assert.match(String(entries.get('manifest.csv')), /needs on_screen_text/);
    assert.equal(rows.length, 8);
  });

  test('a job that is deleted while the file is written is named in the manifest', async () => {
    const { db } = subject.domain;
    const one = await completed();
    const two = await completed();
    // The results are gone, as if they had been deleted between checking the job and reading them.
    await db.query('delete from job_results where job_id = $1', [two]);

    const { entries } = await zipOf(`job_ids=${one},${two}&formats=txt`);
    assert.deepEqual([...entries.keys()], ['A video.txt', 'manifest.csv']);
    assert.match(String(entries.get('manifest.csv')), /The job was deleted meanwhile/);
  });

  test('bad wishes are refused before the file begins', async () => {
    const ask = (query: string) => owner.get(`/v1/exports.zip?${query}`);
    const many = Array.from({ length: 201 }, (_, index) => `job_${index}`).join(',');
    const wrong = [
      ['', 'job_ids'],
      ['job_ids=job_1', 'formats'],
      ['job_ids=&formats=csv', 'job_ids'],
      ['job_ids=job_1&formats=docx', 'formats'],
      [`job_ids=${many}&formats=csv`, 'job_ids'],
    ] as const;
    for (const [query, field] of wrong) refused(await ask(query), 422, 'VALIDATION_FAILED', field);

    const few = await owner.limitedTo('account:read');
    refused(await few.get('/v1/exports.zip?job_ids=job_1&formats=csv'), 403, 'INSUFFICIENT_SCOPE');
  });

  test('the client makes it too', async () => {
    const id = await completed();
    const client = createClient({ baseUrl: subject.service.apiUrl, apiKey: owner.apiKey });
    const { blob, fileName } = await client.jobs.exportMany([id], ['txt', 'jsonl']);
    assert.match(fileName, /^Results .*\.zip$/);
    const entries = zipEntries(Buffer.from(await blob.arrayBuffer()));
    assert.deepEqual([...entries.keys()], ['A video.txt', 'A video.jsonl', 'manifest.csv']);
  });
});

/** Results of a few megabytes that can hardly be compressed. */
function largeResults(): Results {
  const shots = Array.from({ length: 40_000 }, () => {
    const start = Math.random();
    return { start, end: start + Math.random() };
  });
  return { ...resultsOf('Large.'), shots };
}

async function largeJobs(by: Owner, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { job_id } = await by.job();
    await subject.worker.complete(job_id, largeResults());
    ids.push(job_id);
  }
  return ids;
}

/** Asks for a ZIP and does not read it. */
function unreadZip(by: Owner, ids: readonly string[]) {
  const url = `${subject.service.apiUrl}/v1/exports.zip?job_ids=${ids}&formats=jsonl,shots.csv`;
  const request = get(url, { headers: by.headers, agent: false });
  const response = once(request, 'response').then(([answer]) => {
    (answer as IncomingMessage).pause();
    return answer as IncomingMessage;
  });
  response.catch(() => undefined);
  return { request, response };
}

describe('many large files', () => {
  test('of one owner hold up nobody, however many are asked for', async () => {
    const greedy = await subject.owner('scale', 1_000_000);
    const ids = await largeJobs(greedy, 2);
    const other = await completed();
    await subject.addFrames(owner, other, ['proof-000001.jpg']);
    const asked = Array.from({ length: 60 }, () => unreadZip(greedy, ids));
    const answers: number[] = [];
    for (const { response } of asked)
      response.then(({ statusCode = 0 }) => answers.push(statusCode)).catch(() => undefined);

    try {
      // 8 begin, 32 wait, and the rest is refused.
      await waitFor(() => assert.equal(answers.length, 28));
      assert.equal(answers.filter((status) => status === 200).length, 8);
      assert.equal(answers.filter((status) => status === 429).length, 20);

      for (let round = 0; round < 5; round += 1)
        assert.equal((await owner.get(`/v1/frames/${other}/proof-000001.jpg`)).status, 200);
      assert.equal((await zipOf(`job_ids=${other}&formats=txt`)).entries.size, 2);
    } finally {
      for (const { request } of asked) request.destroy();
    }
    await waitFor(async () => {
      const { entries } = await zipOf(`job_ids=${ids[0]}&formats=txt`, greedy);
      assert.equal(entries.size, 2);
    });
  });

  test('end when the key that asked for them is revoked', async () => {
    const one = await subject.owner('scale', 1_000_000);
    const ids = await largeJobs(one, 12);
    const { request, response } = unreadZip(one, ids);
    const answer = await response;
    assert.equal(answer.statusCode, 200);

    const [key] = await subject.domain.db.query<{ id: string }>(
      'select id from api_keys where workspace_id = $1',
      [one.tenantId],
    );
    assert.equal((await subject.operator.delete(`/admin/v1/keys/${key?.id}`)).status, 204);
    refused(await one.get('/v1/account'), 401, 'INVALID_API_KEY');

    await assert.rejects(answer.toArray(), /aborted|socket/i);
    request.destroy();
  });

  test('are made only as fast as they are read, end with their client, and let others pass', async () => {
    const keeper = await subject.owner('scale', 1_000_000);
    const ids = await largeJobs(keeper, 12);

    const { db } = subject.domain;
    let read = 0;
    const query = db.query.bind(db);
    Object.assign(db, {
      query: (text: string, ...rest: unknown[]) => {
        if (/as base\s+from unpacked/.test(text)) read += 1;
        return (query as (text: string, ...rest: unknown[]) => unknown)(text, ...rest);
      },
    });

    // Nobody reads the answer, so the service makes a few files and then stops.
    const { request, response } = unreadZip(keeper, ids);
    await response;

    const id = await completed('Quick.');
    const quick = await zipOf(`job_ids=${id}&formats=txt`);
    assert.match(String(quick.entries.get('A video.txt')), /Quick/);
    // The count includes the quick job.
    assert.ok(read > 1 && read < ids.length, `${read} of ${ids.length} jobs were read`);
    request.destroy();
    // After the connection is closed, its workspace may make a request again at once.
    await waitFor(async () => {
      const { entries } = await zipOf(`job_ids=${ids[0]}&formats=txt`, keeper);
      assert.equal(entries.size, 2);
    });
    Object.assign(db, { query });
    assert.ok(read < ids.length + 2, 'nothing is made for who has left');
  });
});
