/**
 * A database in which names were compared without any marks, so that काला and काली were one brand. After the upgrade,
 * they are two brands in the library, in search and by their colours, and earlier corrections still mean what they
 * meant.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { formerIdentityOf } from '@reelsight/contract/former-name-identity';
import { identityOf } from '@reelsight/contract/name-identity';
import { pino } from 'pino';
import { type Client, createAdminClient, createClient } from '../sdk/src/index.ts';
import { colourKeysOf } from '../server/src/db/brands/brand-colours.ts';
import { countOf } from '../server/src/db/count.ts';
import type { Database } from '../server/src/db/database.ts';
import { slotsOf } from '../server/src/domain/brands/brand-colours.ts';
import { addBrand, listLibrary } from '../server/src/domain/brands/brand-library.ts';
import { readConfig } from '../server/src/wiring/settings/config.ts';
import { type Service, startService } from '../server/src/wiring/start/service.ts';
import { compileCache } from '../server/testing/compile-cache.ts';
import { type FreshDatabase, freshDatabase } from '../server/testing/database.ts';
import { brand } from '../server/testing/exported.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { Worker } from './interface/subject.ts';

/** The Hindi word for black in its masculine and feminine forms. */
const dark = 'काला';
const darkToo = 'काली';
/** The same name in two Unicode forms, which were two brands. */
const whole = '한국';
const apart = '한국'.normalize('NFD');
const latin = 'Nestlé';

/** Statements that revert migrations 0040 to 0043. */
const downgrade = [
  'drop index brands_of_workspace',
  'create unique index brands_name on brands (workspace_id, name_key)',
  ...['brand_colours', 'corrections', 'search_jobs'].map(
    (table) => `alter table ${table} drop column name_rule`,
  ),
  `delete from schema_migrations where left(name, 4) in ('0040', '0041', '0042', '0043')`,
];

let database: FreshDatabase;
let dataDir: string;
let service: Service;
let tenant: string;
let apiKey: string;
const jobs: Record<string, string> = {};
const slots: Record<string, number> = {};

async function start(): Promise<void> {
  const config = readConfig({
    PORT: '0',
    UPLOAD_PORT: '0',
    REELSIGHT_HOST: '127.0.0.1',
    REELSIGHT_ROLE: 'api',
    REELSIGHT_YTDLP: 'no-such-program',
    REELSIGHT_DATA_DIR: dataDir,
    PATH: process.env.PATH,
    ...compileCache,
    ...(database.url && { DATABASE_URL: database.url }),
  });
  service = await startService(config, pino({ level: 'silent' }));
}

const client = (): Client => createClient({ baseUrl: service.apiUrl, apiKey });
const db = (): Database => service.domain.db;

async function completed(name: string): Promise<string> {
  const { job_id } = await client().jobs.create({
    url: 'https://youtu.be/dQw4w9WgXcQ',
    capabilities: ['brands'],
  });
  const meta = { fps_used: 1, frames_analyzed: 2, engines: {} };
  const results = { brands: [brand(name, [[1, 5]])], meta } as unknown as Results;
  await new Worker(service.domain).complete(job_id, results);

  return job_id;
}

const isRead = () =>
  waitFor(async () =>
    assert.equal(
      await countOf(
        db(),
        'select count(*) as count from search_jobs where done < wanted or name_rule < 2',
      ),
      0,
    ),
  );

const found = async (name: string): Promise<string[]> => {
  const page = await client().search('video', { brand: name }).page();
  const named = await client()
    .search(name, { brand: name, kinds: ['brand'] })
    .page();
  return [...new Set([...page.items, ...named.items].map(({ job_id }) => job_id))];
};

/** Changes the stored data to what they were when keys had no marks. */
async function storeAsBefore(): Promise<void> {
  for (const name of [dark, darkToo]) {
    const word = { own: `#brand:${identityOf(name)}`, former: `#brand:${formerIdentityOf(name)}` };
    await db().query(
      `insert into search_words (workspace_id, word) values ($1, $2) on conflict do nothing`,
      [tenant, word.former],
    );
    await db().query(
      `update search_passages set words = array_replace(words,
         (select id from search_words where workspace_id = $1 and word = $2),
         (select id from search_words where workspace_id = $1 and word = $3)) where workspace_id = $1`,
      [tenant, word.own, word.former],
    );

    await db().query('delete from search_words where workspace_id = $1 and word = $2', [
      ...[tenant, word.own],
    ]);
  }

  await db().query('delete from brand_colours where workspace_id = $1 and name_key = $2', [
    ...[tenant, colourKeysOf(darkToo).own],
  ]);
  await db().query(
    'update brand_colours set name_key = $3 where workspace_id = $1 and name_key = $2',
    [tenant, colourKeysOf(dark).own, colourKeysOf(dark).former],
  );
  // A correction whose client wrote the name differently; with marks, it is a different name.
  await db().query(
    `insert into corrections (id, job_id, kind, target, name, actor, created_at, workspace_id)
     values ('cor_former', $1, 'dismiss', 'brand', $2, '{"kind":"operator"}', now(), $3)`,
    [jobs.dismissed, darkToo, tenant],
  );
}

before(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'reelsight-names-'));
  await start();

  const admin = createAdminClient({ baseUrl: service.apiUrl, token: service.adminToken });
  const made = await admin.workspaces.create({
    name: 'w',
    email: 'w@example.com',
    plan: 'scale',
    credits: 10_000,
  });
  tenant = made.tenant_id;
  apiKey = made.api_key;

  for (const name of [dark, whole, latin])
    await addBrand(service.domain, tenant, { name, aliases: [] });

  await db().query(
    `insert into brands (id, workspace_id, name, name_key, aliases, support, unless, exclude, created_at, updated_at)
     select 'brand_apart', workspace_id, $2, $3, '{}', '{}', '{}', false, now(), now() from brands
     where workspace_id = $1 and name = $4`,
    [tenant, apart, formerIdentityOf(apart), whole],
  );
  jobs.dark = await completed(dark);
  jobs.darkToo = await completed(darkToo);
  jobs.dismissed = await completed(dark);
  jobs.latin = await completed(latin);
  await isRead();

  const given = await slotsOf(db(), tenant, [dark, latin]);
  [slots.dark, slots.latin] = given as [number, number];
  await storeAsBefore();
  for (const statement of downgrade) await db().query(statement);
  await service.close();
  await start();
});
after(async () => {
  await service.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('After the upgrade', () => {
  test('search finds each of the two brands in its own videos', async () => {
    await isRead();
    assert.deepEqual(await found(dark), [jobs.dark]);
    assert.deepEqual(await found(darkToo), [jobs.darkToo]);
    assert.deepEqual(await found('NESTLE'), [jobs.latin]);

    const left = await db().query('select 1 from search_words where word = $1 and uses > 0', [
      `#brand:${formerIdentityOf(dark)}`,
    ]);
    assert.deepEqual(left, []);
  });

  test('the library takes the other word, and neither of them twice', async () => {
    const { domain } = service;
    const made = await addBrand(domain, tenant, { name: darkToo, aliases: [] });
    assert.equal(made.name, darkToo);

    for (const [name, known] of [
      [dark, dark],
      [darkToo, darkToo],
      ['nestle', latin],
    ] as const)
      await assert.rejects(
        addBrand(domain, tenant, { name, aliases: [] }),
        new RegExp(`the library has “${known}” already`),
      );
  });

  test('what was there in two ways of writing stays, and no third is taken', async () => {
    const { domain } = service;
    const names = (await listLibrary(domain, tenant)).map(({ name }) => name);
    for (const name of [whole, apart]) assert.ok(names.includes(name));
    await assert.rejects(
      addBrand(domain, tenant, { name: ` ${whole}!`, aliases: [] }),
      /has “.*” already/,
    );
  });

  test('the release before sees the keys that it compares by', async () => {
    const rows = await db().query<{ name: string; name_key: string }>(
      'select name, name_key from brands where workspace_id = $1',
      [tenant],
    );
    assert.ok(rows.length >= 4);
    for (const { name, name_key } of rows) assert.equal(name_key, formerIdentityOf(name));
  });

  test('the colour of both goes to the first that is asked for, the other gets its own', async () => {
    const given = await slotsOf(db(), tenant, [dark, darkToo, latin]);
    assert.deepEqual([given[0], given[2]], [slots.dark, slots.latin]);
    assert.notEqual(given[1], given[0]);
    assert.deepEqual(await slotsOf(db(), tenant, [darkToo, latin, dark]), [
      ...[given[1], given[2], given[0]],
    ]);

    const former = await countOf(
      db(),
      'select count(*) as count from brand_colours where workspace_id = $1 and name_rule < 2',
      [tenant],
    );
    assert.equal(former, 0);
  });

  test('a correction means what it meant, and a new one of another word is refused', async () => {
    const shown = async (id: string | undefined) =>
      (await client().jobs.get(id as string, { corrected: true })).results?.brands ?? [];
    assert.deepEqual(await shown(jobs.dismissed), []);

    const wrong = { kind: 'dismiss', target: 'brand', name: darkToo } as const;
    await assert.rejects(
      client().jobs.corrections.create(jobs.dark as string, wrong),
      /the results have no brand/,
    );
    assert.equal((await shown(jobs.dark)).length, 1);

    const [kept] = await client().jobs.corrections.list(jobs.dismissed as string);
    assert.deepEqual(
      [kept?.name, kept && 'by_former_names' in kept],
      [darkToo, false],
      'it is shown as it was said',
    );
  });

  test('lists and exposure follow', async () => {
    const highlights = async (id: string | undefined) =>
      (await client().jobs.list({ limit: 10 }).page()).items.find((item) => item.job_id === id)
        ?.highlights;
    await waitFor(async () => {
      assert.equal((await highlights(jobs.dismissed))?.brand_count, 0);
      assert.equal((await highlights(jobs.darkToo))?.brand_count, 1);
    });

    const ids = [jobs.dark, jobs.darkToo, jobs.dismissed] as string[];
    const { brands } = await client().exposure({ job_ids: ids });
    assert.deepEqual(brands.map(({ name }) => name).toSorted(), [dark, darkToo].toSorted());
  });

  test('another start has nothing left to do', async () => {
    const wanted = () => db().query('select job_id, wanted from search_jobs order by job_id');
    const before = await wanted();
    await service.close();
    await start();
    await isRead();
    assert.deepEqual(await wanted(), before);
  });
});
