/** Every snippet of the SDK's README, as it stands there: type-checked, and run against a real service. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTestService, type TestService } from '../server/testing/service.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const text = await readFile(`${root}sdk/README.md`, 'utf8');

interface Snippet {
  readonly heading: string;
  readonly code: string;
}

const snippets: Snippet[] = [...text.matchAll(/```ts\n(.*?)```/gs)].map((found) => ({
  heading:
    text
      .slice(0, found.index)
      .match(/^#+ .*$/gm)
      ?.at(-1)
      ?.replace(/^#+ /, '') ?? '',
  code: found[1] ?? '',
}));

/** What each prints, by its heading. */
const printed: Readonly<Record<string, RegExp>> = {
  'Reelsight SDK': /^0 %\n(\d+ %\n)+\d+(\.\d+)?\n$/,
  Lists: /^job_\w+\n1 null\n$/,
  // Without a network the job fails before the second is over.
  Waiting:
    /^(pending|processing) \w+\n(.*\n)*(failed undefined|Stopped waiting; the job goes on\.)\n$/,
  'Errors and retries': /^JOB_NOT_FOUND 404 req_\w+\n$/,
  'The raw answer': /^pro \d+ req_\w+\ntrue\n$/,
  'Exports and webhooks': /^$/,
  'For operators': /^$/,
};

describe('the README of the SDK', () => {
  let service: TestService;
  let folder: string;
  before(async () => {
    service = await startTestService({ REELSIGHT_ROLE: 'all' });
    folder = await mkdtemp(join(tmpdir(), 'reelsight-readme-'));
    await mkdir(join(folder, 'node_modules/@reelsight'), { recursive: true });
    await mkdir(join(folder, 'node_modules/@types'));
    await symlink(`${root}sdk`, join(folder, 'node_modules/@reelsight/sdk'));
    await symlink(`${root}node_modules/@types/node`, join(folder, 'node_modules/@types/node'));
    await copyFile(`${root}media/sample.mp4`, join(folder, 'talk.mp4'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    for (const [index, { code }] of snippets.entries())
      await writeFile(join(folder, `snippet-${index}.ts`), code);
  });
  after(async () => {
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('each snippet is expected to print something', () => {
    assert.deepEqual(
      snippets.map(({ heading }) => heading),
      Object.keys(printed),
    );
  });

  test('its snippets are right by their types', { timeout: 120_000 }, async () => {
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: 'es2022', lib: ['es2022'], types: ['node'] },
      ...{ module: 'nodenext', allowImportingTsExtensions: true, skipLibCheck: true },
    };
    const files = snippets.map((_, index) => `snippet-${index}.ts`);
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = join(root, 'node_modules/tsgo/bin/tsc');
    const said = await run(process.execPath, [tsc, '--project', folder]).then(
      () => '',
      (error: { stdout: string; message: string }) => error.stdout || error.message,
    );
    assert.equal(said, '');
  });

  test('its snippets do what they say', { timeout: 300_000 }, async () => {
    const { apiKey } = await service.workspace();
    const env = {
      ...process.env,
      REELSIGHT_URL: service.apiUrl,
      REELSIGHT_API_KEY: apiKey,
      REELSIGHT_ADMIN_TOKEN: service.adminToken,
    };
    for (const [index, { heading }] of snippets.entries()) {
      const { stdout } = await run(process.execPath, [`snippet-${index}.ts`], { cwd: folder, env });
      assert.match(stdout, printed[heading] ?? /$^/, heading);
    }
  });
});
