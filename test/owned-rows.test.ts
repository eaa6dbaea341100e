/**
 * Functions that act for a caller accept only rows that were looked up with the caller's workspace
 * (server/src/db/owned.ts).
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { test } from 'node:test';

const source = new URL('../server/src/', import.meta.url);

const sourcesOf = (pattern: string): ReadonlyMap<string, string> =>
  new Map(
    globSync(pattern, { cwd: source })
      .map((file) => file.split(sep).join('/'))
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => [file, readFileSync(new URL(file, source), 'utf8')]),
  );

/** Types of rows that belong to one workspace. */
const rows = 'JobRow|JobListRow|HeldJob|BatchRow|UploadRow|FollowRow|ReportRow|ReportListRow';
const moreRows = 'ShareRow|ClipRow|PresetRow|BrandRow';
/**
 * Finds a parameter that is a plain row or a list of plain rows. A `Pick` of a row is allowed, because it names the
 * fields that it needs.
 */
const plainRow = new RegExp(`: (?:readonly )?(?:${rows}|${moreRows})(?:\\[\\])?[,)\\n]`);

const exportedFunction =
  /^export (?:async function|function|const) (\w+)(?:<[^>]*>)?(?: = (?:async )?)?(\([\s\S]*?\))(?::| =>)/gm;

test('no function of the domain that http calls takes a row without its owner', () => {
  const http = [...sourcesOf('http/**/*.ts').values()].join('\n');
  let checked = 0;
  const unchecked: string[] = [];

  for (const [file, text] of sourcesOf('domain/**/*.ts'))
    for (const [, name = '', parameters = ''] of text.matchAll(exportedFunction)) {
      if (!new RegExp(`\\b${name}\\b`).test(http)) continue;
      checked += 1;
      if (plainRow.test(parameters)) unchecked.push(`${file}: ${name}`);
    }

  assert.ok(checked > 80, `only ${checked} functions were found`);
  assert.deepEqual(unchecked, []);
});

/**
 * Files that mark a row as owned without a query: a few lines earlier, the row was written for its owner or looked up.
 */
const written = [
  'domain/batches/batch.ts',
  'domain/brands/brand-library.ts',
  'domain/states/pending-jobs.ts',
];

test('only queries make rows owned', () => {
  const others = [...sourcesOf('{domain,http,jobs,accounts,mail,webhooks,wiring}/**/*.ts')]
    .filter(([, text]) => /\bas Owned<|\bownedBy\(|[^e]<Owned</.test(text))
    .map(([file]) => file)
    .sort();
  assert.deepEqual(others, written);
});
