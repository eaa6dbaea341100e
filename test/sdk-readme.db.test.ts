/** Every snippet of the SDK's README, unchanged: type-checked, and run against a real service. */
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

/** What each snippet prints, by its heading. */
const printed: Readonly<Record<string, RegExp>> = {
  'Reelsight SDK': /^0 %\n(\d+ %\n)+\d+(\.\d+)?\n$/,
  Lists: /^job_\w+\n1 null\n$/,
  // Without a network, this job fails within a second.
  Waiting:
    /^((pending|processing) \w+\n(.*\n)*)?(failed undefined|Stopped waiting; the job goes on\.)\n$/,
  'Errors and retries': /^JOB_NOT_FOUND 404 req_\w+\n$/,
  'The raw answer': /^pro \d+ req_\w+\ntrue\n$/,
  'Exports and webhooks': /^$/,
  'Exposure, corrections, reports, clips, search, links':
    /^((?!Toyota)\S+ \d+(\.\d+)?\n)+ready 3\n\d+\n\d+ \d+\nhttp\S+\/shared\/[\w-]{32}\n$/,
  'Follows, brand library, deliveries, keys': /^Apex 1\n\[ '[^']+' \]\n$/,
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

  /** The compiler's messages about files, with the README's tsconfig.json and the options in `more`. */
  async function compiled(files: readonly string[], more: object): Promise<string> {
    const [, shown = ''] = /```json\n(.*?)```/s.exec(text) ?? [];
    const { compilerOptions: own } = JSON.parse(shown);
    // In this test, the SDK is imported from its sources.
    const checkout = { noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true };
    const compilerOptions = { ...own, ...checkout, ...more };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));

    const tsc = join(root, 'node_modules/tsgo/bin/tsc');
    return run(process.execPath, [tsc, '--project', folder]).then(
      () => '',
      (error: { stdout: string; message: string }) => error.stdout || error.message,
    );
  }

  test('its snippets are right by their types', { timeout: 120_000 }, async () => {
    const files = snippets.map((_, index) => `snippet-${index}.ts`);
    assert.equal(await compiled(files, {}), '');
    assert.equal(await compiled(files, { exactOptionalPropertyTypes: true }), '');
    assert.match(await compiled(files, { types: [] }), /node:fs/, 'the types of Node are needed');
  });

  test('so is that of docs/waiting.md', { timeout: 120_000 }, async () => {
    const page = await readFile(`${root}docs/waiting.md`, 'utf8');
    const [, block = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];
    assert.match(block, /savedPosition/);

    const given = `import type { Client, Event } from '@reelsight/sdk';
declare const client: Client;
declare const savedPosition: string | undefined;
declare function handle(event: Event): Promise<void>;
declare function save(position: string): Promise<void>;
`;
    await writeFile(join(folder, 'waiting.ts'), given + block);
    assert.equal(await compiled(['waiting.ts'], { exactOptionalPropertyTypes: true }), '');
  });

  test('it is installed as in the quick start, by the name of this version', async () => {
    const [, install = ''] = /```sh\n(.*?)```/s.exec(text) ?? [];
    const { version } = JSON.parse(await readFile(`${root}sdk/package.json`, 'utf8'));
    const [pack = '', , take = ''] = install.split('\n');
    assert.match(pack, /^npm pack --workspace sdk --pack-destination /);
    assert.equal(take, `npm install ./reelsight-sdk-${version}.tgz`);
    const quickStart = await readFile(`${root}docs/quick-start.md`, 'utf8');
    assert.ok(quickStart.includes(`\n${take}\n`), 'where a test runs it');
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
