/** Runs the commands of docs/test-mode.md unchanged, and checks that its table names every path. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { testHost, testPaths } from '@reelsight/contract';
import { sharedSubject } from './interface/shared-subject.ts';
import type { Subject } from './interface/subject.ts';

const text = await readFile(new URL('../docs/test-mode.md', import.meta.url), 'utf8');
const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);

let subject: Subject;
before(async () => {
  subject = await sharedSubject();
});
after(() => subject.close());

const noCurl = spawnSync('curl', ['--version']).status !== 0 && 'curl is not installed';

async function run(block: string, env: Readonly<Record<string, string>>) {
  const { PATH = '' } = process.env;
  const { stdout } = await promisify(execFile)('bash', ['-euc', block], { env: { PATH, ...env } });
  return [...stdout.matchAll(/\{"data".*?\}(?=\{"data"|$)/gs)].map(
    ([answer]) => JSON.parse(answer).data,
  );
}

test('the commands make a test workspace and jobs that end as the text says', {
  skip: noCurl,
}, async () => {
  assert.equal(blocks.length, 2);
  const [making = '', submitting = ''] = blocks;
  const { apiUrl: Url, adminToken: AdminToken } = subject.service;
  const [workspace] = await run(making, { URL: Url, ADMIN_TOKEN: AdminToken });
  assert.match(workspace.api_key, /^rs_test_/);

  const [completed, failed] = await run(submitting, { URL: Url, KEY: workspace.api_key });
  assert.equal(completed.status, 'completed');
  assert.equal(completed.results.brands[0].name, 'Acme');
  assert.equal(failed.status, 'failed');
  assert.equal(failed.error.code, 'EXTRACTION_FAILED');
});

test('the table names every path', () => {
  assert.ok(text.includes(testHost));
  for (const path of testPaths.filter((testPath) => !testPath.startsWith('/failed/')))
    assert.ok(text.includes(`| \`${path}\` |`), path);
});
