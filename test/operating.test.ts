/** docs/operating.md describes what the code does: messages at the start, exit codes, settings, metrics. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { metricFamilies } from '../server/src/wiring/operations/metric-families.ts';
import { settingsOf } from '../server/src/wiring/settings/setting.ts';
import { settings } from '../server/src/wiring/settings/settings.ts';
import {
  checkVersion,
  databaseGone,
  databaseTrouble,
  folderTrouble,
  listenTrouble,
  storageTrouble,
} from '../server/src/wiring/start/start-checks.ts';
import { exitCodes, StartError } from '../server/src/wiring/start/start-error.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(`${root}docs/operating.md`, 'utf8');

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });
const answered = (httpStatusCode: number, name: string) =>
  Object.assign(new Error('x'), { name, $metadata: { httpStatusCode } });

function caught(work: () => void): StartError {
  try {
    work();
  } catch (error) {
    if (error instanceof StartError) return error;
  }
  assert.fail('it did not throw a StartError');
}

/** Every error with which the checks at the start can end. */
function troubles(): StartError[] {
  const url = 'postgres://user:secret@db.example:5432/videos';
  const bucket = 's3://media?endpoint=https://s3.example';
  const at = { setting: 'PORT', port: 80, host: '192.0.2.1' };
  const told = [
    ...['ENOSPC', 'EROFS', 'EACCES', 'ENOTDIR'].map((code) => folderTrouble('/d', coded(code))),
    ...['28P01', '28000', '3D000', '42501', '53300', '57P03', 'ENOTFOUND', 'ECONNREFUSED'].map(
      (code) => databaseTrouble(url, coded(code)),
    ),
    databaseTrouble(url, new Error('timeout exceeded when trying to connect')),
    databaseTrouble(url, new Error('received invalid response: 48')),
    databaseTrouble(url, new Error('Connection terminated unexpectedly')),
    databaseGone(url, new Error('Connection terminated unexpectedly')),
    storageTrouble(null, coded('EIO')),
    storageTrouble(bucket, answered(404, 'NoSuchBucket')),
    storageTrouble(bucket, answered(403, 'AccessDenied')),
    storageTrouble(bucket, answered(403, 'Unknown')),
    storageTrouble(bucket, answered(403, 'RequestTimeTooSkewed')),
    storageTrouble(bucket, answered(301, 'PermanentRedirect')),
    storageTrouble(bucket, Object.assign(new Error('x'), { name: 'CredentialsProviderError' })),
    storageTrouble(bucket, coded('ENOTFOUND')),
    storageTrouble(bucket, coded('ECONNREFUSED')),
  ].map((one) => new StartError(...one));

  const ports = ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL'].map((code) =>
    caught(() => {
      throw listenTrouble(coded(code), at);
    }),
  );

  return [...told, ...ports, caught(() => checkVersion(url, 120_000))];
}

/** Rows of the table whose heading begins with `head`, as cells. */
function rowsOf(head: string): string[][] {
  const [, rows = ''] = page.split(`| ${head} |`);
  const lines = rows.split('\n').slice(2);
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end).map((line) => line.slice(2, -2).split(' | '));
}

describe('docs/operating.md', () => {
  test('has each line of a start with its exit code, and no other', () => {
    const rows = rowsOf('line | exit code').map(([line = '', code]) => ({
      line,
      code: Number(code),
      fits: new RegExp(
        `^${line
          .split('…')
          .map((text) => text.trim().replaceAll(/[.*+?()[\]{}|^$\\]/g, '\\$&'))
          .join('.*')}`,
      ),
    }));
    const used = new Set<string>();

    for (const { message, exitCode } of troubles()) {
      const row = rows.find(({ fits }) => fits.test(message));
      assert.ok(row, `no row for: ${message}`);
      assert.equal(exitCode, row.code, message);
      assert.ok(!message.includes('secret') && !message.includes('\n'), message);
      used.add(row.line);
    }

    // The other lines occur only in real starts: see test/start.test.ts and test/migrate.test.ts.
    const others = rows.filter(({ line }) => !used.has(line)).map(({ line }) => line);
    assert.deepEqual(others, [
      'Configuration: …',
      'The data folder … is in use by another Reelsight process. …',
      'The database is not up to date for … Run reelsight migrate …',
      'This database was upgraded by … and no longer works with this version …',
      'The database holds tables that are not of Reelsight …',
      'The database in … was made by … version of Reelsight …',
      'Processes of Reelsight … still run on this database and cannot work with it after this upgrade. …',
      'Migration … could not lock a table …',
      'Another process … has been bringing the database up to date …',
      'Another process on this database … does not keep its files in …',
    ]);
  });

  test('explains every exit code', () => {
    const codes = rowsOf('exit code | meaning').map(([code]) => Number(code));
    for (const code of Object.values(exitCodes)) assert.ok(codes.includes(code), `${code}`);
  });

  test('names only settings and metrics that there are', () => {
    const variables = new Set(settingsOf(settings).map(({ variable }) => variable));
    const named = page.match(/\b(REELSIGHT_[A-Z0-9_]+|DATABASE_URL|STORAGE_URL|PORT)\b/g) ?? [];
    assert.ok(named.length > 15);

    for (const name of named)
      assert.ok(variables.has(name) || name === 'REELSIGHT_', `${name} is not a setting`);

    for (const name of page.match(/\breelsight_[a-z0-9_]+[a-z]/g) ?? []) {
      const family = name.replace(/_(count|sum|bucket)$/, '');
      const known = family in metricFamilies || /^reelsight_(nodejs|process)/.test(name);
      assert.ok(known, `${name} is no metric`);
    }

    for (const name of Object.keys(metricFamilies)) assert.ok(page.includes(`\`${name}\``), name);
  });
});
