/**
 * Tests that migrations added since the last release follow the rules. While a migration runs, processes of that
 * release keep reading and writing, so it must neither break them nor keep a table locked for longer than a moment.
 * CONTRIBUTING.md says how to write a migration.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import boss from 'pg-boss/package.json' with { type: 'json' };
import { parseMigration, readMigrations } from './migrations.ts';

const { schema: released, queueSchema } = JSON.parse(
  await readFile(new URL('../../../../scripts/last-release.json', import.meta.url), 'utf8'),
) as { schema: number; queueSchema: number };

interface Rule {
  readonly breaks: RegExp;
  readonly why: string;
}

/**
 * Rules for statements on tables that already exist. A table that the migration itself creates is not used by anybody
 * yet.
 */
const rules: readonly Rule[] = [
  {
    breaks: /\bcreate (unique )?index (?!concurrently)/,
    why: 'locks writers out while it builds: a file of its own with `-- no transaction` and `create index concurrently`',
  },
  {
    breaks: /\bset not null\b/,
    why: 'reads the whole table under a lock: add a check constraint as `not valid`, validate it in a later migration',
  },
  {
    breaks: /\balter (column )?\w+ (set data )?type\b/,
    why: 'writes the whole table anew under a lock: add a column, fill it, drop the old one a release later',
  },
  {
    breaks: /\badd (column )?(if not exists )?\w+ [^,]*\bnot null\b(?![^,]*\bdefault\b)/,
    why: 'the last release inserts rows without it: give it a default',
  },
  {
    breaks: /\badd (column )?[^,]*\bdefault [^,]*(random|clock_timestamp|gen_random_uuid|nextval)/,
    why: 'writes the whole table anew under a lock: add the column, fill it in steps',
  },
  {
    breaks: /\badd (constraint \w+ )?(check|foreign key|unique|primary key)\b(?!.*\bnot valid\b)/,
    why: 'reads the whole table under a lock: add it as `not valid`, validate it in a later migration',
  },
  { breaks: /\badd (column )?[^,]*\breferences\b/, why: 'reads the whole table under a lock' },
  {
    breaks: /\b(drop|rename) (column|table|to|constraint)|\brename \w+ to\b|\bdrop (table|view)\b/,
    why: 'the last release may still use it',
  },
  {
    breaks: /^(update|delete|insert|truncate|with)\b/,
    why: 'writes without end in one transaction: fill in steps, from code',
  },
  { breaks: /^(vacuum|cluster|reindex|lock)\b/, why: 'locks a table for as long as it takes' },
];

/**
 * The faults of a migration, one per line. A comment `-- safe: <reason>` before a statement exempts the statement from
 * the rules.
 */
function faultsOf(name: string, text: string): string[] {
  const { worksWith, number, statements, inTransaction } = parseMigration(name, text);
  const faults: string[] = [];

  if (!/^-- works-with: \d+/m.test(text))
    faults.push(
      `${name}: its head must say -- works-with: NNNN, the oldest schema whose code works beside it`,
    );

  if (worksWith > released && number > released && worksWith === number) return [...faults];
  if (
    !inTransaction &&
    !statements.every((statement) => /^(create|drop) index concurrently\b/.test(statement))
  )
    faults.push(
      `${name}: without a transaction there may be no more than indexes, built concurrently`,
    );

  if (
    !inTransaction &&
    statements.some(
      (statement, index) =>
        /^create/.test(statement) && !dropsSame(statement, statements[index - 1]),
    )
  )
    faults.push(
      `${name}: before each index, drop index concurrently if exists: an attempt that was cut off leaves half of it`,
    );

  const created = new Set(
    [...text.matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g)].map(
      ([, table]) => table,
    ),
  );
  const locked = new Set<string>();

  for (const chunk of text.split(/;\s*$/m)) {
    if (/^-- safe: \S/m.test(chunk)) continue;

    const statement = chunk.replace(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
    for (const table of lockedTables(statement)) if (!created.has(table)) locked.add(table);

    const table =
      /^(?:alter table (?:if exists )?(?:only )?|create (?:unique )?index \w+ on |insert into )(\w+)/.exec(
        statement,
      )?.[1];
    if (created.has(table)) continue;

    for (const { breaks, why } of rules)
      if (breaks.test(statement)) faults.push(`${name}: ${statement.slice(0, 60)}: ${why}`);
  }

  if (inTransaction && locked.size > 1)
    faults.push(
      `${name}: locks ${[...locked].join(' and ')}: whoever reads both would wait for it while it waits for them, and PostgreSQL ends one of the two: a file of its own for each table`,
    );

  return faults;
}

/**
 * Tables that other connections could not read or write while the statement runs. Setting storage parameters does not
 * block them.
 */
function lockedTables(statement: string): string[] {
  const changed =
    /^(?:alter table (?:if exists )?(?:only )?(\w+) (?!set \(|reset \()|create (?:unique )?index (?!concurrently)(?:if not exists )?\w+ on (\w+)|drop table (?:if exists )?(\w+))/.exec(
      statement,
    );
  const referenced = [...statement.matchAll(/\breferences (\w+)/g)].map(([, table]) => table);
  return [...(changed?.slice(1) ?? []), ...referenced].filter((table) => table !== undefined);
}

const dropsSame = (create: string, before = ''): boolean =>
  /^create index concurrently (\w+)/.exec(create)?.[1] ===
  /^drop index concurrently if exists (\w+)/.exec(before)?.[1];

test('those after the last release work beside it', async () => {
  const all = await readMigrations();
  const faults: string[] = [];
  for (const { name } of all.filter(({ number }) => number > released)) {
    const text = await readFile(new URL(`../migrations/${name}`, import.meta.url), 'utf8');
    faults.push(...faultsOf(name, text));
  }
  assert.deepEqual(faults, []);
});

test('no two have one number', async () => {
  const numbers = (await readMigrations()).map(({ number }) => number);
  assert.equal(new Set(numbers).size, numbers.length);
});

test("the queue's tables are those of the last release", () => {
  assert.equal(
    boss.pgboss.schema,
    queueSchema,
    'pg-boss changes its tables when it starts: see whether the last release can work with them (its changelog), say so by a migration with works-with, and set queueSchema in scripts/last-release.json',
  );
});

describe('Refused is', () => {
  const head = '-- works-with: 0013\n';

  for (const sql of [
    'alter table jobs add column x text;\nalter table workspaces add column x int',
    'alter table jobs add column x text;\nalter table workspaces validate constraint c',
    'create table t (id text references jobs (id), w text references workspaces (id))',
    'create table t (id text references jobs (id));\nalter table workspaces add column x text',
    'create index jobs_x on jobs (title)',
    'create unique index jobs_x on jobs (title)',
    'alter table jobs alter column title set not null',
    'alter table jobs alter column percent type numeric',
    'alter table jobs alter title set data type varchar',
    'alter table jobs add column x text not null',
    'alter table jobs add x uuid default gen_random_uuid()',
    'alter table jobs add constraint c check (percent > 0)',
    'alter table jobs add unique (title)',
    'alter table jobs add column x text references jobs (id)',
    'alter table jobs drop column title',
    'alter table jobs rename column title to heading',
    'alter table jobs rename title to heading',
    'alter table jobs rename to works',
    'drop table jobs',
    "update jobs set title = 'x'",
    'delete from jobs',
    'insert into jobs select * from jobs',
    'lock table jobs',
  ])
    test(sql, () => assert.equal(faultsOf('9000_x.sql', `${head}${sql};`).length, 1));

  test('a head that says nothing', () =>
    assert.match(faultsOf('9000_x.sql', 'select 1;')[0] ?? '', /works-with/));
  test('an index that a cut-off attempt would leave broken', () =>
    assert.match(
      faultsOf(
        '9000_x.sql',
        `${head}-- no transaction\ncreate index concurrently x on jobs (title);`,
      )[0] ?? '',
      /cut off/,
    ));
});

describe('Allowed is', () => {
  const head = '-- works-with: 0013\n';

  for (const sql of [
    'alter table jobs add column x text',
    'alter table jobs add column x int not null default 0',
    'alter table jobs add constraint c check (percent > 0) not valid',
    'alter table jobs validate constraint c',
    'alter table jobs add column x text;\nalter table jobs add column y text',
    'alter table jobs set (fillfactor = 80);\nalter table workspaces set (fillfactor = 80);\nalter table batches add column x text',
    'create table t (id text primary key);\ncreate table u (t text references t (id), j text references jobs (id))',
    'create table t (id text primary key, job_id text not null references jobs (id));\ncreate index t_job on t (job_id)',
    '-- safe: a row a platform\ncreate index platforms_x on platform_states (paused)',
    '-- no transaction\ndrop index concurrently if exists x;\ncreate index concurrently x on jobs (title)',
  ])
    test(sql, () => assert.deepEqual(faultsOf('9000_x.sql', `${head}${sql};`), []));

  test('anything that says it breaks what is before it', () =>
    assert.deepEqual(faultsOf('9000_x.sql', '-- works-with: 9000\ndrop table jobs;'), []));
});
