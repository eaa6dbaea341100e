/** Large answers that nobody reads: who is refused, when, and what a refusal costs. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Results } from '@reelsight/contract';
import { storageKey } from '../server/src/storage/storage-key.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { type Stalled, stalled } from './interface/stalled.ts';
import {
  accepted,
  type Owner,
  refused,
  type Subject,
  startSubject,
  urls,
  videoUrl,
} from './interface/subject.ts';

const meta = { fps_used: 1, frames_analyzed: 2, engines: {} };
const box = { x: 0.25, y: 0.5, width: 0.1, height: 0.2 };
const detection = { timestamp: 4, confidence: 0.9, bounding_box: box, source: 'logo' };
const appearance = {
  timestamp: 4,
  timestamp_start: 3,
  timestamp_end: 5,
  visible_duration: 2,
  confidence: 0.9,
  context: 'on screen',
  source: 'visual',
};
const brand = {
  name: 'Sony',
  confidence: 0.9,
  total_appearances: 1,
  first_seen: 3,
  last_seen: 5,
  appearances: [appearance],
};

/** About 9 MB as JSON. */
const large = {
  meta,
  brands: [{ ...brand, frame_detections: Array(60_000).fill({ ...detection, verified: true }) }],
} as unknown as Results;

const spoken = (text: string): Results =>
  ({
    meta,
    transcription: {
      text,
      language: 'en',
      duration_seconds: 6,
      word_count: 1,
      segments: [{ start: 1, end: 2, text: 'a' }],
    },
  }) as Results;

const jobPath = (id: string): string => `/v1/jobs/${id}`;

async function completed(owner: Owner, results: Results = large): Promise<string> {
  const { job_id } = await owner.job({ capabilities: ['brands'] });
  await owner.subject.worker.complete(job_id, results);
  return job_id;
}

/**
 * Statements that are not counted: jobs that have ended are read once more in the background, for search, and sizes are
 * looked up before a read has its turn.
 */
const uncounted: ReadonlySet<string | undefined> = new Set([
  'find results to search',
  'stored size of results',
]);

/**
 * The statements that read results while `work` runs, each delayed by `ms`. `together`: how many ran at once. `sizes`:
 * include statements that read results only if they are small.
 */
async function statements(
  { domain: { db } }: Subject,
  work: () => Promise<unknown>,
  { ms = 0, sizes = false }: { readonly ms?: number; readonly sizes?: boolean } = {},
): Promise<{ readonly texts: string[]; readonly together: number }> {
  const query = db.query.bind(db);
  const texts: string[] = [];
  let now = 0;
  let together = 0;
  const watched = async (...asked: Parameters<typeof query>) => {
    const [text, , name] = asked;
    if (!text.includes('job_results') || uncounted.has(name)) return query(...asked);
    if (text.includes('column_size') && !sizes) return query(...asked);

    texts.push(text);
    now += 1;
    together = Math.max(together, now);

    try {
      await sleep(ms);
      return await query(...asked);
    } finally {
      now -= 1;
    }
  };
  Object.assign(db, { query: watched });

  try {
    await work();
  } finally {
    Object.assign(db, { query });
  }

  return { texts, together };
}

let subject: Subject;
let readers: Stalled[] = [];
before(async () => {
  subject = await startSubject({
    REELSIGHT_UNSENT_MB_OF_WORKSPACE: '20',
    REELSIGHT_UNSENT_MB: '44',
    REELSIGHT_MCP_MESSAGES_PER_MINUTE: '100000',
    REELSIGHT_MCP_MESSAGES_BURST: '100000',
  });
});
afterEach(() => {
  for (const { socket } of readers) socket.destroy();
  readers = [];
});
after(() => subject.close());

/** Opens unread answers until the workspace has reached its limit. */
async function stall(owner: Owner, id: string): Promise<void> {
  const more = stalled(owner, jobPath(id), 8);
  readers.push(...more);
  await Promise.all(more.map(({ status }) => status));
}

describe('What is not read', () => {
  test('does not refuse a creation, which is answered without its results', async () => {
    const owner = await subject.owner('scale', 100_000);
    await stall(owner, await completed(owner));

    const headers = { Prefer: 'wait=15', 'Idempotency-Key': 'once' };
    const body = { url: videoUrl, capabilities: ['brands'] };
    const asked = owner.post('/v1/jobs', body, headers);
    const id = await waitFor(async () => {
      const [one] = accepted(await owner.get('/v1/jobs'), 200);
      assert.equal(one.status, 'pending');
      return one.job_id;
    });
    await subject.worker.complete(id, large);

    const answer = await asked;
    const job = accepted(answer, 202);
    assert.deepEqual([job.job_id, job.status, job.results], [id, 'completed', undefined]);
    assert.equal(answer.headers.get('location'), jobPath(id));

    const again = await owner.post('/v1/jobs', body, headers);
    assert.deepEqual([accepted(again, 200).job_id, again.json.data.results], [id, undefined]);
    for (const { socket } of readers) socket.destroy();
    await waitFor(async () => {
      const read = accepted(await owner.post('/v1/jobs', body, headers), 200);
      assert.equal(read.results.brands[0].frame_detections.length, 60_000);
    });
  });

  test('leaves room for workspaces that have nothing unsent', async () => {
    const owners = await Promise.all([1, 2, 3].map(() => subject.owner('scale', 100_000)));
    const ids = await Promise.all(owners.map((owner) => completed(owner)));
    const [one, two, third] = owners as [Owner, Owner, Owner];
    await stall(one, String(ids[0]));
    await stall(two, String(ids[1]));
    accepted(await third.get(jobPath(String(ids[2]))), 200);
    refused(await one.get(jobPath(String(ids[0]))), 429, 'RATE_LIMITED', 'not been read');

    const busy = await two.get(jobPath(String(ids[1])));
    assert.equal(busy.status, 503, busy.text.slice(0, 200));
    refused(busy, 503, 'SERVICE_UNAVAILABLE', 'The service is busy');
    assert.equal(busy.headers.get('retry-after'), '5');
  });

  test('is counted in bytes', async () => {
    const owner = await subject.owner('scale', 100_000);
    const id = await completed(owner, spoken('語'.repeat(7_000_000)));
    readers = stalled(owner, jobPath(id), 1);
    await readers[0]?.status;
    refused(await owner.get(jobPath(id)), 429, 'RATE_LIMITED');
  });

  test('is refused before its results are read', async () => {
    const owner = await subject.owner('scale', 100_000);
    const id = await completed(owner);
    await stall(owner, id);

    const paths = [jobPath(id), `${jobPath(id)}/exports/coco`, `${jobPath(id)}/exports/csv`];
    const { texts } = await statements(subject, async () => {
      for (const path of paths) refused(await owner.get(path), 429, 'RATE_LIMITED');
    });
    assert.deepEqual(texts, []);
  });
});

describe('Large results', () => {
  test('are read one after the other for a workspace; small ones are not held up', async () => {
    const owner = await subject.owner('scale', 100_000);
    const id = await completed(owner);
    const small = await completed(owner, spoken('a'));
    const read = async (asked: string) => accepted(await owner.get(jobPath(asked)), 200).results;
    const ended: string[] = [];
    const { together } = await statements(
      subject,
      () =>
        Promise.all([
          ...[1, 2, 3, 4].map(async () => {
            assert.equal((await read(id)).brands[0].frame_detections.length, 60_000);
            ended.push('large');
          }),
          read(small).then(() => ended.push('small')),
        ]),
      { ms: 300 },
    );

    assert.deepEqual([ended[0], ended.length], ['small', 5]);
    assert.equal(together, 1);
  });

  test('are the same with and without frames, whatever their size', async () => {
    const owner = await subject.owner('scale', 100_000);
    const few = { meta, brands: [{ ...brand, frame_detections: [detection] }] } as never;
    for (const results of [large, few]) {
      const id = await completed(owner, results);
      const full = await owner.read(id);
      assert.deepEqual(full.results, JSON.parse(JSON.stringify(results)));

      const { data } = (await owner.get(`${jobPath(id)}?results=without_frames`)).json;
      assert.deepEqual(data.results, { meta, brands: [{ ...brand, frame_detections: [] }] });

      const { results: _none, ...state } = full;
      const none = await owner.get(`${jobPath(id)}?results=none`);
      assert.deepEqual(none.json.data, state);
    }
  });

  test('that are large are not read to answer HEAD, which has their tag', async (t) => {
    const owner = await subject.owner('scale', 100_000);
    const id = await completed(owner, large);
    const { headers } = await owner.get(jobPath(id));
    const { db } = subject.domain;
    const { query } = db;
    const statements: (string | undefined)[] = [];
    t.mock.method(db, 'query', (...statement: Parameters<typeof query>) => {
      statements.push(statement[2]);
      return query(...statement);
    });

    const head = await fetch(subject.service.apiUrl + jobPath(id), {
      method: 'HEAD',
      headers: owner.headers,
    });
    assert.equal(head.status, 200);
    for (const name of ['etag', 'content-type', 'cache-control'])
      assert.equal(head.headers.get(name), headers.get(name));
    assert.equal(head.headers.get('content-length'), null);
    assert.ok(!statements.includes('all results'), 'the results are read');
  });

  test('a turn at /mcp is kept until the read has ended, whoever left', async () => {
    const owner = await subject.owner('scale', 100_000);
    const id = await completed(owner, spoken('a'));
    const json = {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name: 'transcript', arguments: { job_id: id } },
    };
    const ask = (ms: number) =>
      fetch(`${subject.service.apiUrl}/mcp`, {
        method: 'POST',
        headers: {
          ...owner.headers,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify(json),
        signal: AbortSignal.timeout(ms),
      }).then(
        (answer) => answer.text(),
        () => 'left',
      );
    const { together, texts } = await statements(
      subject,
      async () => {
        for (let count = 0; count < 5; count += 1) await ask(150);
        await sleep(1000);
      },
      { ms: 800, sizes: true },
    );

    assert.ok(texts.length > 0);
    assert.equal(together, 1);
  });
});

describe('A stored file', () => {
  test('that is hardly read is cut, and one that is read comes whole', async () => {
    const own = await startSubject({
      REELSIGHT_DOWNLOAD_LEAST_KB_PER_SECOND: '100',
      REELSIGHT_DOWNLOAD_LEAST_OVER_SECONDS: '2',
    });
    const owner = await own.owner();
    const id = await completed(owner, spoken('a'));
    const storage = await own.storage();
    // More than the buffers at both ends of a connection can take.
    const picture = Buffer.alloc(40_000_000, 1);
    await storage.put(storageKey('frames', owner.tenantId, id, 'sheet-1.jpg'), picture);

    const path = `/v1/frames/${id}/sheet-1.jpg`;

    const [reader] = stalled(owner, path, 1) as [Stalled];
    assert.equal(await reader.status, 200);

    const { socket } = reader;
    socket.removeAllListeners('error').on('error', () => undefined);

    // The server ignores an empty line before a request, but writing it fails once the other end is closed.
    const trickle = setInterval(() => {
      socket.read(1);
      socket.write('\r\n');
    }, 50);
    const whole = await fetch(`${own.service.apiUrl}${path}`, { headers: owner.headers });
    assert.equal((await whole.arrayBuffer()).byteLength, picture.length);

    await waitFor(() => assert.ok(socket.destroyed));
    clearInterval(trickle);
    await own.close();
  });
});

describe('Exports of batches', () => {
  test('listen once for the end of their client', async () => {
    const owner = await subject.owner('scale', 100_000);
    const { batch_id, jobs } = await owner.batch({ urls: urls(14) });
    for (const { job_id } of jobs) await subject.worker.complete(job_id, spoken('a'));

    const warnings: string[] = [];
    const warn = ({ message }: Error) => warnings.push(message);
    process.on('warning', warn);

    const answer = await owner.get(`/v1/batch/${batch_id}/exports/jsonl`);
    await sleep(50);
    process.off('warning', warn);
    assert.equal(answer.text.trim().split('\n').length, 14);
    assert.deepEqual(warnings, []);
  });

  test('a service that stops says so', async () => {
    const own = await startSubject();
    const owner = await own.owner('scale', 100_000);
    const batch = await owner.batch();
    for (const { job_id } of batch.jobs) await own.worker.complete(job_id, spoken('a'));

    let closed: Promise<void> | undefined;
    try {
      const stop = async () => {
        const answer = owner.get(`/v1/batch/${batch.batch_id}/exports/jsonl`);
        await sleep(300);
        closed = own.close();
        refused(await answer, 503, 'SERVICE_UNAVAILABLE');
        await closed;
      };
      await statements(own, stop, { ms: 1000 });
    } finally {
      await (closed ?? own.close());
    }
  });
});
