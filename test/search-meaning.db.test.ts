/** Search by meaning over HTTP, with an embedding model on a server. */
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Results, SearchHit } from '@reelsight/contract';
import { createClient } from '../sdk/src/index.ts';
import { Meaning } from '../server/src/search/meaning.ts';
import { keepEmbedded } from '../server/src/search/meaning-index.ts';
import {
  type EmbeddingServer,
  embeds,
  meaningOf,
  openEmbeddingServer,
} from '../server/testing/engines/embedding-server.ts';
import { refuses } from '../server/testing/engines/model-server.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { reelsight } from './cli/harness.ts';
import { type Owner, type Subject, startSubject } from './interface/subject.ts';

let server: EmbeddingServer;
let subject: Subject;
before(async () => {
  server = await openEmbeddingServer();
  subject = await startSubject({
    REELSIGHT_AI_URL: server.url,
    REELSIGHT_AI_EMBEDDING_MODEL: 'meanings',
    REELSIGHT_AI_RETRIES: '0',
    REELSIGHT_MEANING_WAIT_SECONDS: '5',
    REELSIGHT_MEANING_TEXTS_PER_MINUTE: '1000000',
  });
});
after(async () => {
  await subject?.close();
  await server?.[Symbol.asyncDispose]();
});
afterEach(() => server.respond(null));

interface Said {
  readonly text: string;
  readonly at?: number;
  readonly speaker?: number;
}

/** Sentences a minute apart, so that each becomes a separate stretch. */
function resultsOf(said: readonly (string | Said)[], others: Record<string, unknown> = {}) {
  const segments = said.map((one, index) => {
    const { text, at: start = index * 60, ...rest } = typeof one === 'string' ? { text: one } : one;
    return { start, end: start + 4, text, ...rest };
  });
  const text = segments.map((segment) => segment.text).join(' ');
  return {
    transcription: { text, segments, language: 'en', duration_seconds: 60, word_count: 1 },
    meta: { fps_used: 1, frames_analyzed: 2, engines: {} },
    ...others,
  } as unknown as Results;
}

const brandAt = (name: string, start: number, end: number) => ({
  name,
  confidence: 0.9,
  total_appearances: 1,
  first_seen: start,
  last_seen: end,
  frame_detections: [],
  appearances: [
    {
      timestamp: start,
      timestamp_start: start,
      timestamp_end: end,
      confidence: 0.9,
      context: 'on screen',
      source: 'visual',
    },
  ],
});

/** Whether everything in a job that should be embedded has been embedded. */
async function embedded(jobId: string): Promise<boolean> {
  const rows = await subject.domain.db.query(
    'select 1 from meaning_jobs where job_id = $1 and done = wanted and model is not null',
    [jobId],
  );
  return rows.length === 1;
}

async function stored(whose: Owner, found: Results): Promise<string> {
  const { job_id } = await whose.job({ capabilities: ['transcription', 'brands'] });
  await subject.worker.complete(job_id, found);
  return job_id;
}

async function completed(whose: Owner, found: Results): Promise<string> {
  const job = await stored(whose, found);
  await waitFor(async () => assert.ok(await embedded(job)));
  return job;
}

type Asked = Record<string, string | number>;

interface Answered {
  readonly data: readonly SearchHit[];
  readonly pagination: { readonly has_more: boolean; readonly next_cursor: string | null };
  readonly meaning: boolean;
  readonly meaning_out?: true;
}

async function searched(whose: Owner, q: string, asked: Asked = {}): Promise<Answered> {
  const query = new URLSearchParams({ q });
  for (const [key, value] of Object.entries(asked)) query.set(key, String(value));
  const answer = await whose.get(`/v1/search?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** The texts that search finds, each with the way in which it was found. */
async function foundBy(whose: Owner, q: string, asked: Asked = {}): Promise<string[]> {
  const { data } = await searched(whose, q, asked);
  return data.map(({ text, by }) => `${by ?? 'words'}: ${text}`);
}

/** Pause that keeps polling below the plan's rate limit. */
const pauseMs = 300;
const patiently = (probe: () => Promise<void>) =>
  waitFor(async () => {
    await sleep(pauseMs);
    await probe();
  });

/** Waits until the service finds texts that were embedded a moment ago. */
const soon = (whose: Owner, q: string, expected: readonly string[], asked: Asked = {}) =>
  patiently(async () => assert.deepEqual(await foundBy(whose, q, asked), expected));

const cars = [
  'The mechanic looked at my vehicle for an hour.',
  'Knead the dough and put the loaf in the oven.',
  'A repair of the car would cost too much.',
];

describe('Search by meaning', () => {
  test('what has the words comes first, then what means the same; the rest is not found', async () => {
    const mine = await subject.owner('scale');
    const job = await completed(mine, resultsOf(cars));

    await soon(mine, 'car repair', [`words: ${cars[2]}`, `meaning: ${cars[0]}`]);
    const { data, meaning, meaning_out } = await searched(mine, 'automobile engine');
    assert.deepEqual([meaning, meaning_out], [true, undefined]);

    const [first, second] = data;
    assert.deepEqual(data.map(({ text }) => text).toSorted(), [cars[2], cars[0]].toSorted());
    assert.ok(first && second && first.score >= second.score && first.score <= 0.09);

    const { score: _, text, ...rest } = first;
    const start = cars.indexOf(text) * 60;
    assert.deepEqual(rest, {
      job_id: job,
      title: 'A video',
      thumbnail_url: null,
      kind: 'speech',
      by: 'meaning',
      start,
      end: start + 4,
      matches: [],
    });
  });

  test('phrases, words to leave out and filters hold for what is found by meaning', async () => {
    const mine = await subject.owner('scale');
    await completed(
      mine,
      resultsOf(
        [
          { text: 'My vehicle makes a noise on Mondays.', speaker: 1 },
          { text: 'This automobile has a red door.', speaker: 2 },
          { text: 'The engine stopped at the red door.', speaker: 1 },
        ],
        { brands: [brandAt('Zephyr', 61, 63)] },
      ),
    );

    const noise = 'meaning: My vehicle makes a noise on Mondays.';
    const door = 'meaning: This automobile has a red door.';
    const shop = 'meaning: The engine stopped at the red door.';
    const sorted = async (q: string, asked: Asked = {}) =>
      (await foundBy(mine, q, asked)).toSorted();
    await patiently(async () =>
      assert.deepEqual(await sorted('cars'), [noise, shop, door].toSorted()),
    );
    assert.deepEqual(await sorted('cars -noise'), [shop, door].toSorted());
    assert.deepEqual(await sorted('cars -"red door"'), [noise]);
    assert.deepEqual(await sorted('cars "red door"'), [shop, door].toSorted());
    assert.deepEqual(await sorted('cars "blue door"'), []);
    assert.deepEqual(await sorted('cars', { speaker: 2 }), [door]);
    assert.deepEqual(await sorted('cars', { brand: 'zephyr' }), [door]);
    assert.deepEqual(await sorted('cars', { kinds: 'text,brand' }), []);
    assert.deepEqual(await sorted('cars', { kinds: 'speech' }), [noise, shop, door].toSorted());
    assert.deepEqual(await sorted('cars', { until: '2020-01-01T00:00:00Z' }), []);

    const { job_id } = await mine.job();
    assert.deepEqual(await sorted('cars', { job_id }), []);
  });

  test('a query that has nothing to mean asks no model', async () => {
    const mine = await subject.owner('scale');
    await completed(mine, resultsOf(cars));
    const before = server.texts.length;

    for (const q of ['"vehicle"', '-vehicle', 'ca', '7', '%', '🔥', '"red" -car', '" "'])
      assert.equal((await searched(mine, q)).meaning, false, q);
    assert.equal(server.texts.length, before);

    for (const q of ['automobile "', '%automobile_*', 'automobile 🔥', 'السيارة', '自動車の修理'])
      assert.equal((await searched(mine, q)).meaning, true, q);
  });

  test('pages hold each moment once, words before meaning, while new videos come in', async () => {
    const mine = await subject.owner('scale');
    const said = Array.from({ length: 45 }, (_, index) => `My vehicle is number w${index} here.`);
    const word = Array.from({ length: 7 }, (_, index) => `An automobile, as u${index} says.`);
    await completed(mine, resultsOf([...said, ...word]));
    await patiently(async () =>
      assert.equal((await searched(mine, 'automobile', { limit: 60 })).data.length, 52),
    );

    const seen: SearchHit[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page: Answered = await searched(mine, 'automobile', {
        limit: 7,
        ...(cursor && { cursor }),
      });
      assert.equal(page.meaning, true);
      assert.equal(page.pagination.has_more, page.pagination.next_cursor !== null);
      seen.push(...page.data);
      cursor = page.pagination.next_cursor;
      pages += 1;

      if (pages === 3) {
        const later = await completed(mine, resultsOf(['Another vehicle came much later.']));
        await soon(mine, 'automobile', ['meaning: Another vehicle came much later.'], {
          job_id: later,
        });
      }
    } while (cursor);

    assert.equal(seen.length, 52);
    assert.equal(new Set(seen.map(({ text }) => text)).size, 52);
    assert.deepEqual(
      seen.map(({ by }) => by ?? 'words'),
      [...word.map(() => 'words'), ...said.map(() => 'meaning')],
    );
    for (const [index, one] of seen.entries())
      assert.ok(one.score <= (seen[index - 1]?.score ?? 1));
  });

  test('sentences of half a minute are one moment, of one speaker', async () => {
    const mine = await subject.owner('scale');
    await completed(
      mine,
      resultsOf([
        { text: 'The vehicle came in.', at: 0, speaker: 1 },
        { text: 'Its brakes were gone.', at: 5, speaker: 1 },
        { text: 'A mechanic, please.', at: 9, speaker: 2 },
      ]),
    );
    await patiently(async () => assert.equal((await foundBy(mine, 'cars')).length, 2));

    const { data } = await searched(mine, 'cars', { speaker: 1 });
    assert.deepEqual(
      data.map(({ start, end, text }) => [start, end, text]),
      [[0, 9, 'The vehicle came in. Its brakes were gone.']],
    );
  });

  test('while the model is away a search answers by words, soon, and says so', async () => {
    const mine = await subject.owner('scale');
    await completed(mine, resultsOf(cars));
    await patiently(async () => assert.equal((await foundBy(mine, 'automobile')).length, 2));
    server.respond(() => refuses(503, 'away'));

    const startMs = performance.now();
    const { data, meaning, meaning_out } = await searched(mine, 'vehicle w1');
    assert.deepEqual([data.length, meaning, meaning_out], [0, false, true]);

    const found = await searched(mine, 'mechanic hour');
    assert.deepEqual([found.data.length, found.meaning, found.meaning_out], [1, false, true]);
    assert.ok(performance.now() - startMs < 20_000);

    const client = createClient({ baseUrl: subject.service.apiUrl, apiKey: mine.apiKey });
    const page = await client.search('vehicle w2').page();
    assert.deepEqual([page.meaning, page.meaningOut, page.items], [false, true, []]);

    const asked = { name: 'search', arguments: { query: 'mechanic hour' } };
    const tool = await fetch(`${subject.service.apiUrl}/mcp`, {
      method: 'POST',
      headers: {
        'X-Api-Key': mine.apiKey,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: asked }),
    });
    assert.match(await tool.text(), /"words_only":true/);

    const env = { REELSIGHT_URL: subject.service.apiUrl, REELSIGHT_API_KEY: mine.apiKey };
    const printed = await reelsight(['search', 'mechanic', 'hour'], { home: tmpdir(), env });
    assert.match(printed.stdout, /0:00\.0 {2}speech {2}The \*mechanic\*/);
    assert.equal(printed.stderr, 'Found by words only: the embedding model does not answer.\n');
    // The vector of an earlier search is still in the cache.
    assert.equal((await searched(mine, 'automobile')).meaning, true);
    server.respond(null);
    await patiently(async () => assert.equal((await searched(mine, 'vehicle w3')).meaning, true));
  });

  test('a query that the model refuses costs its own workspace the meaning, not others', async () => {
    const hostile = await subject.owner('scale');
    const mine = await subject.owner('scale');
    await completed(mine, resultsOf(cars));
    await completed(hostile, resultsOf(cars));
    await patiently(async () => assert.equal((await foundBy(mine, 'automobile')).length, 2));

    server.respond((texts) =>
      texts.some((text) => text.includes('poison')) ? refuses(400, 'too long') : null,
    );

    for (const query of ['poison car q1', 'poison car q2', 'vehicle q3']) {
      const { meaning, meaning_out } = await searched(hostile, query);
      assert.deepEqual([meaning, meaning_out], [false, true], query);
    }

    for (const query of ['vehicle q4', 'vehicle q5'])
      assert.equal((await searched(mine, query)).meaning, true, query);
  });

  test('a job that completes while the model is away is embedded once it is back', async () => {
    const mine = await subject.owner('scale');
    server.respond(() => ({ drop: true }));
    const job = await stored(mine, resultsOf(['A hound slept here all day.']));

    await patiently(async () => assert.equal((await foundBy(mine, 'hound')).length, 1));
    const taken = () =>
      subject.domain.db.query(
        'select 1 from meaning_jobs where job_id = $1 and taken_until is not null and done < wanted',
        [job],
      );
    await waitFor(async () => assert.equal((await taken()).length, 1));
    server.respond(null);
    await waitFor(async () => assert.ok(await embedded(job)));
    await patiently(async () =>
      assert.deepEqual(await foundBy(mine, 'puppies dogs'), [
        'meaning: A hound slept here all day.',
      ]),
    );
  });

  test('a job of a test workspace is found by its words and not embedded', async () => {
    const tests = await subject.owner('scale');
    const { db } = subject.domain;
    await db.query('update workspaces set test = true where id = $1', [tests.tenantId]);
    const job = await stored(tests, resultsOf(['A hound slept here all day.']));
    await patiently(async () => assert.equal((await foundBy(tests, 'hound')).length, 1));

    // Another job that was read later is embedded, so this one would have been too.
    await completed(await subject.owner('scale'), resultsOf(cars));
    assert.deepEqual(await db.query('select 1 from meaning_jobs where job_id = $1', [job]), []);
    const { meaning } = await searched(tests, 'hound of the moor');
    assert.equal(meaning, false);
    assert.ok(!server.texts.some((text) => text.includes('moor')), 'nor is what is searched for');
  });

  test('a job whose process was killed half-way is embedded by another', async () => {
    const mine = await subject.owner('scale');
    const { db } = subject.domain;
    const job = await completed(
      mine,
      resultsOf(['There was a vehicle.', 'The engine of it.', 'And its brakes too.']),
    );

    await patiently(async () => assert.equal((await foundBy(mine, 'automobile')).length, 3));
    // The state while another process is embedding the job and has stored one vector.
    await db.query(
      `update meaning_jobs set wanted = wanted + 1, taken_until = now() + interval '1 hour' where job_id = $1`,
      [job],
    );
    await db.query(
      `insert into meaning_vectors (job_id, version, place, digest, vector)
       select job_id, version + 1, place, digest, vector from meaning_vectors where job_id = $1 and place = 0`,
      [job],
    );
    assert.equal((await foundBy(mine, 'automobile')).length, 3);
    await db.query('update meaning_jobs set taken_until = now() where job_id = $1', [job]);
    await waitFor(async () => assert.ok(await embedded(job)));
    await patiently(async () => assert.equal((await foundBy(mine, 'automobile')).length, 3));

    const versions = await db.query<{ version: number; count: number }>(
      'select version, count(*)::int as count from meaning_vectors where job_id = $1 group by version',
      [job],
    );
    // Three sentences and the title.
    assert.deepEqual(versions, [{ version: 2, count: 4 }]);
  });

  test('a text that the model refuses costs its own job the meaning, not others', async () => {
    const mine = await subject.owner('scale');
    server.respond((texts) =>
      texts.some((text) => text.includes('poison')) ? refuses(400, 'too long') : null,
    );

    const bad = await stored(mine, resultsOf(['This poison is for the vehicle.']));
    const good = await completed(mine, resultsOf(['That vehicle is fine.']));
    const failures = async () => {
      const [row] = await subject.domain.db.query<{ failures: number }>(
        'select failures from meaning_jobs where job_id = $1',
        [bad],
      );
      return row?.failures;
    };
    await waitFor(async () => assert.equal(await failures(), 1));
    await soon(mine, 'automobile', ['meaning: That vehicle is fine.'], { job_id: good });
  });

  test('what people corrected is embedded anew, and only what changed is asked for', async () => {
    const mine = await subject.owner('scale');
    const job = await completed(
      mine,
      resultsOf(['The vehicle has a scratch.'], { brands: [brandAt('Nikon', 1, 3)] }),
    );

    await soon(mine, 'automobile', ['meaning: The vehicle has a scratch.']);
    const before = server.texts.length;
    const made = await mine.post(`/v1/jobs/${job}/corrections`, {
      kind: 'rename',
      target: 'brand',
      name: 'Nikon',
      new_name: 'Zephyr',
    });
    assert.equal(made.status, 201, made.text);
    await soon(mine, 'automobile', ['meaning: The vehicle has a scratch.'], { brand: 'zephyr' });
    assert.deepEqual(
      server.texts.slice(before).filter((text) => text.includes('scratch')),
      [],
    );
  });

  test('others find nothing of it, and with its job it is gone', async () => {
    const mine = await subject.owner('scale');
    const job = await completed(mine, resultsOf(cars));

    await patiently(async () => assert.equal((await foundBy(mine, 'automobile')).length, 2));
    const other = await subject.owner('scale');
    assert.deepEqual(await foundBy(other, 'automobile'), []);
    assert.equal((await mine.delete(`/v1/jobs/${job}`)).status, 204);
    assert.deepEqual(await foundBy(mine, 'automobile'), []);

    const { db } = subject.domain;
    assert.deepEqual(await db.query('select 1 from meaning_vectors where job_id = $1', [job]), []);
    assert.deepEqual(await db.query('select 1 from meaning_jobs where job_id = $1', [job]), []);
  });

  test('vectors of another model are made anew when it is the one in use', async () => {
    const mine = await subject.owner('scale');
    const job = await completed(mine, resultsOf(['The vehicle waits.']));
    const { db } = subject.domain;
    const modelsOf = async () => {
      const rows = await db.query<{ model: string }>(
        'select model from meaning_jobs where job_id = $1 and done = wanted',
        [job],
      );
      return rows.map(({ model }) => model);
    };
    assert.deepEqual(await modelsOf(), ['meanings']);

    const embedder = {
      model: 'others',
      embed: async (texts: readonly string[]) =>
        texts.map((text) => Float32Array.from(meaningOf(text))),
    };
    const { settings } = subject.service.meaning as Meaning;
    const others = new Meaning(db, embedder, settings);
    const stop = new AbortController();
    const told: string[] = [];
    const kept = keepEmbedded(db, others, {
      signal: stop.signal,
      onError: (error) => assert.fail(error as Error),
      onModel: ({ model }) => told.push(model),
    });
    try {
      await waitFor(async () => assert.deepEqual(await modelsOf(), ['others']));
      assert.deepEqual(told, ['others']);
      // The service with the earlier model has no vectors left to compare, and makes none.
      const { meaning, data } = await searched(mine, 'automobile');
      assert.deepEqual([meaning, data], [true, []]);
    } finally {
      stop.abort();
      await kept;
    }
  });
});

describe('An embedding model that is of no use', () => {
  test('one that finds everything alike is not used, and search goes on by words', async () => {
    await using useless = await openEmbeddingServer();
    useless.respond((texts) => embeds(texts.map(() => [1, 0.5, 0.25, 0.125])));

    const own = await startSubject({
      REELSIGHT_AI_URL: useless.url,
      REELSIGHT_AI_EMBEDDING_MODEL: 'useless',
    });
    try {
      const mine = await own.owner('scale');
      const { job_id } = await mine.job();
      await own.worker.complete(job_id, resultsOf(cars));
      await patiently(async () => assert.equal((await foundBy(mine, 'mechanic')).length, 1));
      await waitFor(async () => {
        const rows = await own.domain.db.query('select tells from meaning_models');
        assert.deepEqual(rows, [{ tells: 0 }]);
      });

      const { meaning, meaning_out, data } = await searched(mine, 'automobile');
      assert.deepEqual([meaning, meaning_out, data], [false, undefined, []]);
    } finally {
      await own.close();
    }
  });
});
