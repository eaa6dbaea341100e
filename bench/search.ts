/**
 * Measures search over a large workspace: how long a first page takes, and what it costs to index a job.
 *
 * node bench/search.ts [--minutes 100000] [--database postgres://… | own] [--keep FOLDER]
 *
 * Transcripts are made up: words as frequent as in speech (Zipf's law) with names among them, 60 minutes per job at 150
 * words a minute. Other workspaces hold a tenth of this amount in addition. Without `--database`, the embedded database
 * is used; `own` starts a PostgreSQL.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Results } from '../contract/src/index.ts';
import { type Database, openDatabase } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/schema/migrate.ts';
import { countSearchRows } from '../server/src/db/search/search-index.ts';
import { search } from '../server/src/search/search.ts';
import type { SearchAsk } from '../server/src/search/search-asked.ts';
import { indexNextJob } from '../server/src/search/search-index.ts';
import { startPostgres } from '../server/testing/postgres.ts';
import { mulberry32 } from './unseen/random.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '100000' },
    database: { type: 'string' },
    keep: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
const jobMinutes = 60;
const wordsAMinute = 150;
const segmentWords = 11;
const vocabulary = 120_000;
const names = 400;

/** Fixed, so that every run makes the same workspace. */
const random = mulberry32(7);
const below = (count: number): number => Math.floor(random() * count);

const syllables =
  'ka to ri ne sol ber an ti mo fra len du pi gar ze wo shi lum ca ter vin os ple'.split(' ');
const frequent =
  'the and to of a in that it is you we i on for this with be have are so not was as at they but what can just'.split(
    ' ',
  );

function madeWord(): string {
  return Array.from({ length: 2 + below(3) }, () => syllables[below(syllables.length)]).join('');
}
const words = [...new Set([...frequent, ...Array.from({ length: vocabulary }, madeWord)])];
const brands = Array.from({ length: names }, () => {
  const name = madeWord();
  return name[0]?.toUpperCase() + name.slice(1);
});

/** A random word. Its frequency depends on its rank, as in speech (Zipf's law). */
function spoken(): string {
  const rank = Math.floor(words.length ** random()) - 1;
  return words[Math.max(0, Math.min(words.length - 1, rank))] as string;
}

function transcript(): Results {
  const count = Math.round((jobMinutes * wordsAMinute) / segmentWords);
  const length = (jobMinutes * 60) / count;
  const segments = Array.from({ length: count }, (_, index) => {
    const said = Array.from({ length: segmentWords }, spoken);
    if (below(200) === 0) said[below(segmentWords)] = brands[below(names)] as string;

    return {
      start: index * length,
      end: (index + 1) * length,
      text: said.join(' '),
      speaker: 1 + below(3),
    };
  });

  const shown = Array.from({ length: 8 }, () => {
    const start = below(jobMinutes * 60);
    return {
      name: brands[below(names)] as string,
      confidence: 0.9,
      total_appearances: 1,
      first_seen: start,
      last_seen: start + 5,
      frame_detections: [],
      appearances: [
        {
          timestamp: start,
          timestamp_start: start,
          timestamp_end: start + 5,
          source: 'visual' as const,
          context: 'on screen',
        },
      ],
    };
  });

  return {
    transcription: { text: '', segments, language: 'en', duration_seconds: 3600, word_count: 9000 },
    brands: shown,
    meta: { fps_used: 1, frames_analyzed: 0, engines: {} },
  } as Results;
}

const large = 'ws_00000000000000000000000000';
const small = 'ws_00000000000000000000000001';

async function makeWorkspaces(db: Database): Promise<void> {
  for (const id of [large, small])
    await db.query(
      `insert into workspaces (id, name, email, plan, webhook_secret, anchor_at, created_at)
       values ($1, 'bench', 'bench@example.com', 'scale', 's', now(), now())`,
      [id],
    );
}

async function makeJob(db: Database, number: number): Promise<void> {
  const id = `job_${String(number).padStart(26, '0')}`;
  const workspace = number % 11 === 0 ? small : large;
  await db.query(
    `insert into jobs (id, workspace_id, status, platform, ask, title, credits_estimated, created_at, updated_at, completed_at)
     values ($1, $2, 'completed', 'upload', '{"capabilities": ["transcription"]}', $3, 1,
       '2026-01-01'::timestamptz + $4 * interval '1 minute', now(), now())`,
    [id, workspace, `Talk ${number} about ${brands[below(names)]}`, number],
  );

  await db.query('insert into job_results (job_id, results) values ($1, $2)', [
    ...[id, JSON.stringify(transcript())],
  ]);
  await db.query(
    `insert into search_jobs (job_id, workspace_id, made_at) select id, workspace_id, created_at from jobs where id = $1`,
    [id],
  );
}

async function fill(db: Database): Promise<void> {
  await makeWorkspaces(db);
  const jobs = Math.ceil((minutes / jobMinutes) * 1.1);
  const times: number[] = [];
  for (let number = 1; number <= jobs; number += 1) {
    await makeJob(db, number);
    const startMs = performance.now();
    await indexNextJob({ db }, '');
    times.push(performance.now() - startMs);
    // Indexed results are not read again, so they need not stay in the database.
    await db.query('delete from job_results');

    if (number % 200 === 0)
      console.log(
        `${number} of ${jobs} jobs, ${Math.round(times.slice(-200).reduce((a, b) => a + b) / 200)} ms each`,
      );
  }

  await countSearchRows(db);
  const [size] = await db.query<{ rows: number; bytes: number }>(
    `select (select count(*) from search_passages)::int as rows,
       (pg_total_relation_size('search_passages') + pg_total_relation_size('search_words'))::bigint as bytes`,
  );
  console.log(
    `filled: ${size?.rows} passages, ${Math.round((size?.bytes ?? 0) / 1e6)} MB; a job of an hour takes ${quantile(times.slice(-500), 0.5)} ms (95 %: ${quantile(times.slice(-500), 0.95)})`,
  );
}

const quantile = (times: readonly number[], part: number): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))] as number);

/** Returns the word with one letter changed, dropped or doubled. */
function misspelt(word: string): string {
  const at = 1 + below(word.length - 2);
  const kinds = [
    word.slice(0, at) + word.slice(at + 1),
    `${word.slice(0, at)}x${word.slice(at + 1)}`,
    word.slice(0, at) + word[at] + word.slice(at),
  ];
  return kinds[below(kinds.length)] as string;
}

const ranked = (from: number, to: number): string => words[from + below(to - from)] as string;
const queries: Record<string, () => Partial<SearchAsk> & { text: string }> = {
  'most common word': () => ({ text: ranked(0, 5) }),
  'common word': () => ({ text: ranked(30, 300) }),
  'middling word': () => ({ text: ranked(500, 5000) }),
  'rare word': () => ({ text: ranked(20_000, 45_000) }),
  'unknown word': () => ({ text: 'qwxzvkj' }),
  'misspelt word': () => ({ text: misspelt(ranked(500, 20_000)) }),
  name: () => ({ text: brands[below(names)] as string }),
  'misspelt name': () => ({ text: misspelt(brands[below(names)] as string) }),
  'two common words': () => ({ text: `${ranked(0, 30)} ${ranked(0, 30)}` }),
  'two middling words': () => ({ text: `${ranked(100, 1000)} ${ranked(100, 1000)}` }),
  'common and rare word': () => ({ text: `${ranked(0, 30)} ${ranked(20_000, 45_000)}` }),
  'five words': () => ({
    text: [ranked(0, 30), ranked(0, 30), ranked(30, 300), ranked(30, 300), ranked(0, 99)].join(' '),
  }),
  'phrase of common words': () => ({
    text: `"${ranked(0, 30)} ${ranked(0, 30)} ${ranked(0, 30)}"`,
  }),
  'word and brand': () => ({ text: ranked(0, 300), brand: brands[below(names)] as string }),
  'word and speaker': () => ({ text: ranked(0, 300), speaker: 2 }),
  'word in titles': () => ({ text: ranked(0, 300), kinds: ['title'] as const }),
  'common word, not another': () => ({ text: `${ranked(0, 30)} -${ranked(0, 30)}` }),
  'one letter': () => ({ text: ['a', 'i', 'x'][below(3)] as string }),
  'two letters, typing': () => ({ text: ranked(500, 5000).slice(0, 2) }),
  'three letters, typing': () => ({ text: ranked(500, 5000).slice(0, 3) }),
  'word, old videos': () => ({ text: ranked(30, 3000), until: new Date('2026-01-01T12:00:00Z') }),
};

const plain = {
  kinds: null,
  brand: null,
  object: null,
  speaker: null,
  jobId: null,
  batchId: null,
  since: null,
  until: null,
  limit: 20,
  after: null,
} as const;

async function measure(db: Database): Promise<void> {
  console.log('| query | median ms | 95 % | worst | hits on the page, mean |');
  console.log('|---|---|---|---|---|');

  for (const [name, make] of Object.entries(queries)) {
    const times: number[] = [];
    let hits = 0;
    for (let run = 0; run < 43; run += 1) {
      const ask = { ...plain, workspaceId: large, ...make() } as SearchAsk;
      const startMs = performance.now();
      const page = await search(db, ask, null);
      const tookMs = performance.now() - startMs;
      // The first runs only fill caches and do not count.
      if (run >= 3) times.push(tookMs);
      hits += page.hits.length;
    }

    console.log(
      `| ${name} | ${quantile(times, 0.5)} | ${quantile(times, 0.95)} | ${quantile(times, 1)} | ${(hits / 43).toFixed(1)} |`,
    );
  }
}

const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'reelsight-search-')));
const known = values.keep !== undefined && existsSync(join(folder, 'database'));
const own = values.database === 'own' ? await startPostgres() : undefined;
const url = own?.url ?? values.database;
const db = await openDatabase(url ? { url } : { dataDir: join(folder, 'database') });
try {
  await migrate(db, { version: 'bench' });
  const [row] = await db.query('select 1 from search_passages limit 1');
  if (!known && !row) await fill(db);
  await measure(db);
} finally {
  await db.close();
  await own?.stop();
  if (!values.keep) await rm(folder, { recursive: true, force: true });
}
