/** Tests that the names of a library are folded once, in short steps, and anew after each change. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openTestDatabase } from '../../../testing/database.ts';
import { identityOf } from '../../analysis/name-key.ts';
import { insertBrand, removeBrand, updateBrand } from '../../db/brands/brand-library.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { FoldedLibraries } from './folded-library.ts';

let db: Database;
let libraries: FoldedLibraries;
/** Ids of the brands whose names were read, in the order of the queries. */
let readIds: string[] = [];
let watched: Queryable;

before(async () => {
  db = await openTestDatabase();
  await db.query(
    `insert into workspaces (id, name, email, plan, webhook_secret, anchor_at, created_at)
     select id, id, id || '@example.com', 'free', 'secret', now(), now() from unnest($1::text[]) as id`,
    [['ws_1', 'ws_2']],
  );
  watched = {
    ...db,
    query: (text: string, params: unknown[] = [], name?: string) => {
      if (name === 'names of some brands') readIds.push(...(params[1] as string[]));
      return db.query(text, params, name);
    },
  } as Queryable;
});
after(() => db.close());
beforeEach(async () => {
  await db.query('delete from brands');
  libraries = new FoldedLibraries(10_000_000);
  readIds = [];
});

const now = new Date('2026-03-01T12:00:00Z');
const row = (id: string, name: string, aliases: string[] = [], workspaceId = 'ws_1') => ({
  id,
  workspaceId,
  name,
  aliases,
  now,
  support: [],
  unless: [],
  exclude: false,
});
const read = (workspaceId = 'ws_1') => libraries.read(watched, workspaceId);

test('a library is the same until an entry changes, of which alone the names are read again', async () => {
  await insertBrand(db, row('brand_1', 'Nike', ['Swoosh', 'NIKE Air']));
  await insertBrand(db, row('brand_2', 'Adidas', ['Three Stripes']));

  const first = await read();
  assert.deepEqual(
    [...first.counted],
    [
      ['threestripes', 'adidas'],
      ['swoosh', 'nike'],
      ['nikeair', 'nike'],
    ],
  );
  assert.deepEqual(first.otherNames.get('nike'), ['swoosh', 'nikeair']);
  assert.equal(first.spellings.get('adidas'), 'Adidas');
  assert.equal(await read(), first);
  assert.deepEqual(readIds.splice(0), ['brand_2', 'brand_1']);

  // The time of the change is that of the entry's creation.
  assert.ok(await updateBrand(db, row('brand_2', 'Adidas', ['Trefoil'])));
  const second = await read();
  assert.equal(second.counted.get('trefoil'), 'adidas');
  assert.equal(second.counted.has('threestripes'), false);
  assert.deepEqual(readIds.splice(0), ['brand_2']);

  await insertBrand(db, row('brand_3', 'Swoosh'));
  const third = await read();
  assert.equal(third.counted.has('swoosh'), false, 'a name comes before the alias of another');
  await removeBrand(db, 'ws_1', 'brand_3');
  const fourth = await read();
  assert.equal(fourth.counted.get('swoosh'), 'nike');
  assert.deepEqual(readIds, ['brand_3']);
});

test('a change that is undone counts for nobody', async () => {
  await insertBrand(db, row('brand_1', 'Nike', ['Swoosh']));
  await read();
  await db
    .transaction(async (tx) => {
      await updateBrand(tx, row('brand_1', 'Nike', ['Tick']));
      assert.equal((await libraries.read(tx, 'ws_1')).counted.get('tick'), 'nike');
      throw new Error('undone');
    })
    .catch(() => undefined);
  const library = await read();
  assert.equal(library.counted.get('swoosh'), 'nike');
  assert.equal(library.counted.has('tick'), false);
});

test('a reader that ends meanwhile and does not see new entries yet takes them from no other', async () => {
  await insertBrand(db, row('brand_1', 'Nike', ['Swoosh']));
  const seeing = (names: () => Promise<void>) =>
    ({
      query: async (text: string, params: unknown[] = [], name?: string) => {
        const rows = await watched.query(text, params, name);
        if (name === 'names of some brands') await names();
        return rows;
      },
    }) as unknown as Queryable;

  // The first has listed the versions before the second entry is there, and ends last.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const early = libraries.read(
    seeing(() => held),
    'ws_1',
  );
  while (readIds.length === 0) await new Promise((resolve) => setImmediate(resolve));
  // More than one query reads.
  for (let index = 10; index < 70; index++)
    await insertBrand(db, row(`brand_${index}`, `Sony ${index}`));

  let queries = 0;
  const late = libraries.read(
    seeing(async () => {
      queries += 1;
      if (queries < 2) return;
      release();
      await early;
    }),
    'ws_1',
  );
  assert.equal((await late).brands.length, 61);
  assert.equal((await early).brands.length, 1);
  assert.equal((await read()).brands.length, 61);
});

test('libraries that were not used for longest are folded again where there are too many names', async () => {
  libraries = new FoldedLibraries(300);

  await insertBrand(db, row('brand_1', 'Nike', ['a'.repeat(100)]));
  await insertBrand(db, row('brand_2', 'Sony', ['b'.repeat(100), 'c'.repeat(100)], 'ws_2'));
  await read();
  await read('ws_2');
  await read('ws_2');
  assert.deepEqual(readIds.splice(0), ['brand_1', 'brand_2']);
  await read();
  await read('ws_2');
  assert.deepEqual(readIds, ['brand_1', 'brand_2']);
});

test('a full library is folded in steps between which others have their turn, whoever waits for it', async () => {
  // Letters with marks of their own take longest, and more of them differ than are remembered.
  const letter = (brand: number, index: number, place: number): string =>
    String.fromCharCode(
      0x61 + (place % 26),
      0x300 + ((brand + place) % 64),
      0x300 + ((index + place * 3) % 64),
    );
  const alias = (brand: number, index: number): string =>
    `${brand}x${index}${Array.from({ length: 28 }, (_, place) => letter(brand, index, place)).join('')}`;
  for (let brand = 0; brand < 100; brand++) {
    const aliases = Array.from({ length: 50 }, (_, index) => alias(brand, index));
    await insertBrand(db, row(`brand_${1000 + brand}`, `N${brand}`, aliases));
  }

  const { user: ofFiftyEntries } = cpuOf(() => {
    for (let brand = 0; brand < 50; brand++)
      for (let index = 0; index < 50; index++) identityOf(alias(brand, index));
  });

  let reads = 2;
  let longest = 0;
  const both = Promise.all([read(), read()].map((reading) => reading.finally(() => reads--)));
  while (reads > 0) {
    const before = process.threadCpuUsage();
    await new Promise((resolve) => setImmediate(resolve));
    longest = Math.max(longest, process.threadCpuUsage(before).user);
  }

  const [first, second] = await both;
  assert.equal(first?.counted.size, 5000);
  assert.equal(second?.counted.size, 5000);
  // Each query brings the names of 50 entries.
  assert.ok(longest < ofFiftyEntries / 2, `${longest} µs in one piece, ${ofFiftyEntries} µs`);
});

function cpuOf(work: () => void): NodeJS.CpuUsage {
  const before = process.threadCpuUsage();
  work();
  return process.threadCpuUsage(before);
}
