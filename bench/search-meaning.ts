/**
 * Measures search by meaning over a large workspace: how long it takes, how much memory it needs, and how many of the
 * nearest stretches the signatures find.
 *
 * node bench/search-meaning.ts [--minutes 100000] [--dimensions 1024] [--database postgres://… | own]
 *
 * Vectors are made up: there are 2,000 topics, and each stretch is near one of them, with noise. A stretch lasts half a
 * minute.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { likeness, quantised } from '../server/src/analysis/vectors.ts';
import { type Database, openDatabase } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/schema/migrate.ts';
import {
  endMeaningJob,
  findVectors,
  insertVectors,
  noteMeaningModel,
} from '../server/src/db/search/meaning.ts';
import { Meaning, type MeantAsk } from '../server/src/search/meaning.ts';
import { packOf } from '../server/src/search/meaning-pack.ts';
import { startPostgres } from '../server/testing/postgres.ts';
import { mulberry32 } from './unseen/random.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '100000' },
    dimensions: { type: 'string', default: '1024' },
    database: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
const dimensions = Number(values.dimensions);
const jobMinutes = 60;
const stretchesOfJob = 120;
const topicCount = 2000;
const searches = 40;
const model = 'bench';
const workspaceId = 'ws_00000000000000000000000000';

/** Fixed, so that every run makes the same workspace. */
const random = mulberry32(5);
const direction = (): Float32Array =>
  Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
const topics = Array.from({ length: topicCount }, direction);
const noises = Array.from({ length: topicCount }, direction);
const anyOf = (list: readonly Float32Array[]) =>
  list[Math.floor(random() * list.length)] as Float32Array;

/** A vector near a topic; `share` says how much noise is added. */
function near(topic: Float32Array, share: number): Float32Array {
  const one = anyOf(noises);
  const two = anyOf(noises);
  return topic.map(
    (value, index) => value + share * ((one[index] as number) + (two[index] as number)),
  );
}

async function fill(db: Database): Promise<void> {
  await db.query(
    `insert into workspaces (id, name, email, plan, webhook_secret, anchor_at, created_at)
     values ($1, 'bench', 'bench@example.com', 'scale', 's', now(), now())`,
    [workspaceId],
  );

  const jobs = Math.ceil(minutes / jobMinutes);
  for (let number = 1; number <= jobs; number += 1) {
    const id = `job_${String(number).padStart(26, '0')}`;
    await db.query(
      `insert into jobs (id, workspace_id, status, platform, ask, title, credits_estimated, created_at, updated_at, completed_at)
       values ($1, $2, 'completed', 'upload', '{"capabilities": ["transcription"]}', 'Talk', 1, now(), now(), now())`,
      [id, workspaceId],
    );

    for (const table of ['search_jobs', 'meaning_jobs'])
      await db.query(
        `insert into ${table} (job_id, workspace_id, made_at, wanted) values ($1, $2, now(), 1)`,
        [id, workspaceId],
      );

    const packed = Array.from({ length: stretchesOfJob }, (_, index) => ({
      kind: 'speech' as const,
      speaker: 1,
      first: number * 1000 + index,
      text: '',
      last: number * 1000 + index,
      vector: quantised(near(anyOf(topics), 0.9)),
    }));
    const rows = packed.map(({ vector }, place) => ({ vector, place, digest: String(place) }));
    await insertVectors(db, { job_id: id, wanted: 1 }, rows);

    const done = { model, pack: packOf(packed) };
    await db.transaction((tx) => endMeaningJob(tx, { job_id: id, wanted: 1 }, done));
  }

  await noteMeaningModel(db, { model, least: 0.3, tells: 1 }, true);
  await db.exec('analyze meaning_jobs; analyze meaning_vectors');
}

const quantile = (times: readonly number[], part: number): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))] as number);

async function measure(db: Database): Promise<void> {
  let sought = near(anyOf(topics), 0.5);
  const embedder = { model, embed: async () => [sought] };
  const settings = { waitMs: 60_000, memoryBytes: 512e6, least: null, textsPerMinute: 1 };
  const meaning = new Meaning(db, embedder, settings);
  const any = { kinds: null, speaker: null, passages: null, jobId: null, since: null, until: null };
  const ask = (text: string): MeantAsk => ({ ...any, workspaceId, text });
  const times: number[] = [];
  for (let run = 0; run <= searches; run += 1) {
    sought = near(anyOf(topics), 0.5);
    const startMs = performance.now();
    await meaning.find(ask(`${run}`), 0.3);
    times.push(performance.now() - startMs);
  }

  const [first = 0, ...others] = times;
  console.log(`first search, which reads the signatures: ${Math.round(first)} ms`);
  console.log(
    `others: median ${quantile(others, 0.5)} ms, 95 % ${quantile(others, 0.95)}, worst ${quantile(others, 1)}`,
  );

  const [kept] = await db.query<{ bytes: number; stored: number }>(
    `select (select sum(length(pack)) from meaning_jobs)::bigint as bytes,
       (pg_total_relation_size('meaning_vectors') + pg_total_relation_size('meaning_jobs'))::bigint as stored`,
  );
  const mb = (bytes = 0) => Math.round(bytes / 1e6);
  console.log(`signatures ${mb(kept?.bytes)} MB in memory, ${mb(kept?.stored)} MB in the database`);
  await compare(db, async (text, vector) => {
    sought = vector;
    return (await meaning.find(ask(text), 0)) ?? [];
  });
}

/** Compares the stretches that were found with the truly nearest ones, which a comparison with all vectors finds. */
async function compare(
  db: Database,
  find: (text: string, vector: Float32Array) => Promise<readonly { readonly likeness: number }[]>,
): Promise<void> {
  const jobs = await db.query<{ job_id: string }>('select job_id from meaning_jobs');
  const sought = Array.from({ length: 10 }, () => near(anyOf(topics), 0.5));
  const exact = sought.map((): number[] => []);

  for (const { job_id } of jobs) {
    const places = Array.from({ length: stretchesOfJob }, (_, place) => place);
    const rows = await findVectors(
      db,
      places.map((place) => ({ job_id, version: 1, place })),
    );

    for (const [index, vector] of sought.entries())
      for (const row of rows) exact[index]?.push(likeness(quantised(vector), row.vector));
  }
  let found = 0;

  for (const [index, vector] of sought.entries()) {
    const hits = await find(`compared ${index}`, vector);
    const least = exact[index]?.toSorted((a, b) => b - a)[49] ?? 0;
    found += Math.min(50, hits.filter((hit) => hit.likeness >= least - 1e-6).length);
  }

  console.log(`of the 50 nearest found: ${Math.round((found / (50 * sought.length)) * 100)} %`);
}

const own = values.database === 'own' ? await startPostgres() : undefined;
const url = own?.url ?? values.database;
const folder = await mkdtemp(join(tmpdir(), 'reelsight-meaning-'));
const db = await openDatabase(url ? { url } : { dataDir: join(folder, 'database') });
try {
  await migrate(db, { version: 'bench' });
  await fill(db);
  await measure(db);
} finally {
  await db.close();
  await own?.stop();
  await rm(folder, { recursive: true, force: true });
}
