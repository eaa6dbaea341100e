/**
 * Measures search by sight over a large workspace: how long a search takes with a picture, how much of it the picture
 * takes, how long the comparison with words takes, and how much memory the vectors need. Vectors are made up: there are
 * 2,000 places, and each shot shows one of them, with noise. Those for words are as long as those of SigLIP.
 *
 * node bench/search-sight.ts [--shots 100000] [--database postgres://… | own]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { sightLength, sightModel, sightPackOf } from '../server/src/analysis/sight-pack.ts';
import { quantised } from '../server/src/analysis/vectors.ts';
import { type Database, openDatabase } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/schema/migrate.ts';
import { openLogoPicture } from '../server/src/http/logo-picture.ts';
import { PictureWords } from '../server/src/search/picture-words.ts';
import { Sight, type SightAsk } from '../server/src/search/sight.ts';
import { startPostgres } from '../server/testing/postgres.ts';
import { mulberry32 } from './unseen/random.ts';

const { values } = parseArgs({
  options: {
    shots: { type: 'string', default: '100000' },
    database: { type: 'string' },
  },
});
const shots = Number(values.shots);
const shotsOfJob = 200;
const placeCount = 2000;
const wordsLength = 768;
const searches = 40;
const workspaceId = 'ws_00000000000000000000000000';

/** Fixed, so that every run makes the same workspace. */
const random = mulberry32(5);
const direction = (length: number): Float32Array =>
  Float32Array.from({ length }, () => random() + random() + random() - 1.5);
const placesOf = (length: number) => Array.from({ length: placeCount }, () => direction(length));
const places = placesOf(sightLength);
const placesForWords = placesOf(wordsLength);
const anyOf = (list: readonly Float32Array[]): Float32Array =>
  list[Math.floor(random() * list.length)] as Float32Array;
/** Names the vectors for words; it is never loaded. */
const words = new PictureWords({
  id: 'made-up',
  files: [{ path: 'none', sizeBytes: 0, sha256: '' }],
  format: 1,
  title: 'Made up',
  role: 'logos',
  rank: 1,
  licence: 'none',
  loader: { engine: 'transformers', kind: 'siglip', files: {} },
  folder: '',
});

function near(place: Float32Array): Int8Array {
  const noise = direction(place.length);
  return quantised(place.map((value, index) => value + 0.6 * (noise[index] as number)));
}

async function fill(db: Database): Promise<void> {
  await db.query(
    `insert into workspaces (id, name, email, plan, webhook_secret, anchor_at, created_at)
     values ($1, 'bench', 'bench@example.com', 'scale', 's', now(), now())`,
    [workspaceId],
  );
  for (let number = 1; number <= Math.ceil(shots / shotsOfJob); number += 1) {
    const id = `job_${String(number).padStart(26, '0')}`;
    await db.query(
      `insert into jobs (id, workspace_id, status, platform, ask, title, credits_estimated, created_at, updated_at, completed_at)
       values ($1, $2, 'completed', 'upload', '{"capabilities": ["brands"]}', 'Film', 1, now(), now(), now())`,
      [id, workspaceId],
    );
    await db.query(
      `insert into sight_jobs (job_id, workspace_id, made_at, model, pack, words_model, words_pack, packed_at)
       values ($1, $2, now(), $3, decode($4, 'base64'), $5, decode($6, 'base64'), now())`,
      [id, workspaceId, sightModel, packOf(places), words.model, packOf(placesForWords)],
    );
  }
}

function packOf(list: readonly Float32Array[]): string {
  const stretches = Array.from({ length: shotsOfJob }, (_, index) => ({
    start: index * 6,
    end: index * 6 + 6,
    timestamp: index * 6 + 3,
    vector: near(anyOf(list)),
  }));
  return Buffer.from(sightPackOf(stretches)).toString('base64');
}

const quantile = (times: readonly number[], part: number): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))] as number);
const said = (times: readonly number[]): string =>
  `median ${quantile(times, 0.5)} ms, 95 % ${quantile(times, 0.95)}, worst ${quantile(times, 1)}`;

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  const result = await work();
  times.push(performance.now() - startMs);
  return result;
}

/** A drawn picture of Full HD as a JPEG, each another one. */
async function picture(index: number): Promise<Buffer> {
  const shapes = Array.from(
    { length: 60 },
    (_, shape) =>
      `<circle cx="${random() * 1920}" cy="${random() * 1080}" r="${20 + random() * 200}" fill="hsl(${(shape * 47 + index * 13) % 360},60%,${30 + random() * 40}%)"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080"><rect width="1920" height="1080" fill="#abc"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer();
}

async function measure(db: Database): Promise<void> {
  const before = process.memoryUsage.rss();
  const sight = new Sight(db, words, { memoryBytes: 512e6 });
  const { signal } = new AbortController();
  const decoding: number[] = [];
  const describing: number[] = [];
  const comparing: number[] = [];
  const whole: number[] = [];
  const ask = {
    workspaceId,
    jobId: null,
    since: null,
    until: null,
    after: null,
    limit: 20,
    accepts: () => true,
  };

  for (let run = 0; run <= searches; run += 1) {
    const bytes = await picture(run);
    await timed(whole, async () => {
      const pixels = await timed(decoding, async () => (await openLogoPicture(bytes)).pixels());
      const vector = await timed(describing, () => sight.describe(pixels, signal));
      if (!vector) throw new Error('the picture counts as nothing');
      await timed(comparing, () => sight.search({ ...ask, comparedWith: 'pictures', vector }));
    });
  }

  console.log(
    `first search, which loads the network and reads the vectors: ${said(whole.splice(0, 1))}`,
  );
  for (const times of [decoding, describing, comparing]) times.splice(0, 1);
  console.log(`decoding a picture of 1920 x 1080: ${said(decoding)}`);
  console.log(`describing it: ${said(describing)}`);
  console.log(`comparing ${shots} vectors: ${said(comparing)}`);
  console.log(`whole search: ${said(whole)}`);

  const withPictures = { ...ask, comparedWith: 'pictures' } as const;
  const hits = await sight.search({ ...withPictures, vector: near(anyOf(places)) });
  console.log(`a shot of a known place: ${hits.hits.length} alike, most ${hits.hits[0]?.likeness}`);
  await measureWords(sight, ask);

  const [stored] = await db.query<{ bytes: number }>(
    "select pg_total_relation_size('sight_jobs')::bigint as bytes",
  );
  const mb = (bytes = 0) => Math.round(bytes / 1e6);
  console.log(
    `${mb(stored?.bytes)} MB in the database; the process grew by ${mb(process.memoryUsage.rss() - before)} MB, the network included`,
  );
  await sight.close();
}

async function measureWords(
  sight: Sight,
  ask: Omit<SightAsk, 'comparedWith' | 'vector'>,
): Promise<void> {
  const comparing: number[] = [];
  for (let run = 0; run <= searches; run += 1) {
    const vector = near(anyOf(placesForWords));
    await timed(comparing, () => sight.search({ ...ask, comparedWith: 'words', vector }));
  }

  console.log(`first comparison with words: ${said(comparing.splice(0, 1))}`);
  console.log(`comparing ${shots} vectors with words: ${said(comparing)}`);
}

const own = values.database === 'own' ? await startPostgres() : undefined;
const url = own?.url ?? values.database;
const folder = await mkdtemp(join(tmpdir(), 'reelsight-sight-'));
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
