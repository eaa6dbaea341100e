/** The package as it would be published: its contents, and that it works after installation. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { nodesFrom20 } from '../server/testing/nodes.ts';
import { type Packed, packSdk } from '../server/testing/sdk/packed.ts';
import { startTestService } from '../server/testing/service.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { openBrowser, visit, withoutBrowser } from './console-pages/browser.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = join(root, 'node_modules/tsgo/bin/tsc');
const hasNpm = await run('npm', ['--version']).then(
  () => true,
  () => false,
);

/** A program that uses the package, for both kinds of modules. */
const use = `
const client = createClient({ baseUrl: process.env.URL_OF_TEST, apiKey: process.env.KEY_OF_TEST });
const upload_key = await client.uploads.put(new Blob([new Uint8Array(200000)], { type: 'video/mp4' }));
const made = await client.jobs.create({ upload_key, capabilities: ['metadata'] });
const { requestId } = await client.jobs.cancel(made.job_id).withResponse();
const job = await client.jobs.wait(made.job_id);
const missing = await client.jobs.get('job_none').catch((error) => error);
console.log(JSON.stringify([job.status, missing instanceof NotFoundError, missing.name, typeof requestId]));
`;
const expected = '["cancelled",true,"NotFoundError","string"]';

describe('the package', { skip: !hasNpm && 'no npm' }, () => {
  let packed: Packed;
  before(async () => {
    packed = await packSdk();
  });
  after(() => packed?.[Symbol.asyncDispose]());

  test('holds what installs and nothing else; the checkout keeps its own manifest', async () => {
    const project = await packed.project();
    const installed = join(project, 'node_modules/@reelsight/sdk');
    assert.deepEqual((await readdir(installed)).sort(), [
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
    ]);

    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    assert.equal(manifest.private, undefined);
    assert.equal(manifest.scripts, undefined);
    assert.equal(manifest.dependencies, undefined);
    assert.equal(manifest.sideEffects, false);
    assert.deepEqual(manifest.engines, { node: '>=20' });

    const files = await readdir(join(installed, 'dist'), { recursive: true });
    assert.deepEqual(
      files.filter((name) => /\.map$|\.test\.|\.ts$/.test(name) && !name.endsWith('.d.ts')),
      [],
    );
    assert.deepEqual(await readdir(join(project, 'node_modules')), [
      '.package-lock.json',
      '@reelsight',
    ]);

    const own = await readFile(`${root}sdk/package.json`, 'utf8');
    assert.equal(await readFile(join(packed.folder, 'package.json'), 'utf8'), own);

    const { version } = JSON.parse(own);
    assert.equal(manifest.version, version);
    assert.equal((await import('../sdk/src/index.ts')).version, version);
    assert.ok(!existsSync(join(packed.folder, '.package.json.kept')));
  });

  test('a packing that was interrupted leaves nothing behind for long', async () => {
    const base = join(packed.folder, '../interrupted');
    await mkdir(base);
    await cp(packed.folder, join(base, 'sdk'), { recursive: true });
    for (const name of ['tsconfig.json', 'LICENSE']) await cp(root + name, join(base, name));
    await symlink(`${root}node_modules`, join(base, 'node_modules'));

    const pack = join(base, 'sdk/bin/pack.mjs');
    const manifest = join(base, 'sdk/package.json');
    const own = await readFile(manifest, 'utf8');
    const env = { ...process.env, REELSIGHT_PACK_LONGEST_MS: '1000' };
    await run(process.execPath, [pack, 'begin'], { env });
    assert.match(await readFile(manifest, 'utf8'), /dist\/esm\/index\.js/);
    // The test never calls `end`; the watching process restores the file.
    await waitFor(async () => assert.equal(await readFile(manifest, 'utf8'), own));
    // After the machine has crashed, the next packing restores it.
    await run(process.execPath, [pack, 'begin']);
    await writeFile(join(base, 'sdk/dist/.packing'), 'of a machine that crashed');
    await run(process.execPath, [pack, 'begin']);
    await run(process.execPath, [pack, 'end']);
    assert.equal(await readFile(manifest, 'utf8'), own);
  });

  test('works in every Node here from 20 on, as either kind of module', {
    timeout: 300_000,
  }, async () => {
    const project = await packed.project({
      'use.mjs': `import { createClient, NotFoundError } from '@reelsight/sdk';${use}`,
      'use.cjs': `const { createClient, NotFoundError } = require('@reelsight/sdk');(async () => {${use}})();`,
    });
    const nodes = await nodesFrom20();
    assert.ok([...nodes.keys()].some((version) => version.startsWith('v24.')));

    const service = await startTestService();
    try {
      const { apiKey } = await service.workspace();
      const env = { ...process.env, URL_OF_TEST: service.apiUrl, KEY_OF_TEST: apiKey };

      for (const [version, node] of nodes) {
        for (const file of ['use.mjs', 'use.cjs']) {
          const { stdout } = await run(node, [join(project, file)], { cwd: project, env });
          assert.equal(stdout.trim(), expected, `${version} ${file}`);
        }
      }
    } finally {
      await service.close();
    }
  });

  test('its types hold under strict, however modules are found', { timeout: 300_000 }, async () => {
    const project = await packed.project({ 'use.ts': typesUsed });
    await mkdir(join(project, 'node_modules/@types'));

    for (const name of ['@types/node', 'undici-types'])
      await symlink(`${root}node_modules/${name}`, join(project, 'node_modules', name));

    const kinds = [
      { module: 'node16', moduleResolution: 'node16' },
      { module: 'nodenext', moduleResolution: 'nodenext', exactOptionalPropertyTypes: true },
      { module: 'esnext', moduleResolution: 'bundler' },
      { module: 'esnext', moduleResolution: 'bundler', exactOptionalPropertyTypes: true },
      // For a web page: no types of Node at all.
      {
        module: 'esnext',
        moduleResolution: 'bundler',
        types: [],
        lib: ['es2022', 'dom', 'dom.iterable'],
      },
    ];
    for (const kind of kinds) {
      for (const type of ['module', 'commonjs']) {
        await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'x', type }));
        const compilerOptions = {
          strict: true,
          skipLibCheck: false,
          noEmit: true,
          target: 'es2022',
          noUncheckedIndexedAccess: true,
          lib: ['es2022'],
          types: ['node'],
          ...kind,
        };
        const config = join(project, 'tsconfig.json');
        await writeFile(config, JSON.stringify({ compilerOptions, files: ['use.ts'] }));

        const said = await run(process.execPath, [tsc, '--project', config], { cwd: project }).then(
          () => '',
          (error: { stdout: string; message: string }) => error.stdout || error.message,
        );
        assert.equal(said, '', JSON.stringify({ ...kind, type }));
      }
    }
  });

  test('errors of types name results instead of writing them out', async () => {
    const wrong = `import type { CompletedJob } from '@reelsight/sdk';
declare const job: CompletedJob;
job.results.nothing;
job.results.transcription?.nothing;
`;
    const project = await packed.project({ 'wrong.ts': wrong });
    const options = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: [] };
    const config = { compilerOptions: { ...options, lib: ['es2022', 'dom'] }, files: ['wrong.ts'] };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));

    const said = await run(process.execPath, [tsc, '--project', project]).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
    const types = [...said.matchAll(/ does not exist on type '(.*)'\.$/gm)].map(([, type]) => type);
    assert.deepEqual(types, ['Results', 'TranscriptionResult']);
  });

  test('a bundler leaves out what is not used', async () => {
    const sizeOf = async (code: string) => gzipSync(await bundled(packed, code)).length;
    const one = await sizeOf(
      `import { verifyWebhook } from '@reelsight/sdk'; globalThis.x = verifyWebhook;`,
    );
    assert.ok(one < 2500, `${one} bytes`);

    const all = await sizeOf(
      `import { createClient } from '@reelsight/sdk'; globalThis.x = createClient;`,
    );
    assert.ok(all < 15_000, `${all} bytes`);
    assert.ok(all > one);
  });

  test('works in a page of another origin', {
    skip: withoutBrowser,
    timeout: 300_000,
  }, async () => {
    const script = await bundled(
      packed,
      `import { createClient } from '@reelsight/sdk';
      globalThis.analyse = async (baseUrl, apiKey) => {
        const client = createClient({ baseUrl, apiKey });
        const progress = [];
        const file = new File([new Uint8Array(300000)], 'clip.mp4', { type: 'video/mp4' });
        const upload_key = await client.uploads.put(file, { onProgress: (sent) => progress.push(sent) });
        const made = await client.jobs.create({ upload_key, capabilities: ['metadata'] }).withResponse();
        const limit = made.response.headers.get('x-ratelimit-limit');
        setTimeout(() => client.jobs.cancel(made.data.job_id), 300);
        const job = await client.jobs.wait(made.data.job_id);
        const missing = await client.jobs.get('job_none').catch((error) => [error.name, error.requestId]);
        return { status: job.status, limit, id: made.requestId, sent: progress.at(-1), missing };
      };`,
    );
    const pages = createServer((request, response) => {
      const isScript = request.url === '/app.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : '<!doctype html><script src="/app.js"></script>');
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));

    const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    const service = await startTestService({ REELSIGHT_CORS_ORIGINS: origin });
    const browser = await openBrowser();
    try {
      const { apiKey } = await service.workspace();
      const { page } = await visit(browser);
      await page.goto(origin);

      const answer = await page.evaluate(
        ([url, key]) => (globalThis as unknown as Page).analyse(url, key),
        [service.apiUrl, apiKey] as const,
      );
      assert.equal(answer.status, 'cancelled');
      assert.equal(answer.limit, '90');
      assert.match(answer.id, /^req_/);
      assert.equal(answer.sent, 300_000);
      assert.equal(answer.missing[0], 'NotFoundError');
      assert.match(answer.missing[1] ?? '', /^req_/);
    } finally {
      await browser.close();
      await service.close();
      pages.close();
    }
  });
});

interface Page {
  analyse(
    url: string,
    key: string,
  ): Promise<{ status: string; limit: string; id: string; sent: number; missing: string[] }>;
}

/** Bundles `code` with the package into a script, as a web page would load it. */
async function bundled(packed: Packed, code: string): Promise<string> {
  const { build } = await import('vite');
  const project = await packed.project({ 'main.js': code });
  await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    build: {
      outDir: 'out',
      lib: { entry: 'main.js', formats: ['iife'], name: 'app', fileName: () => 'app.js' },
    },
  });

  return readFile(join(project, 'out/app.js'), 'utf8');
}

/** A consumer's program that checks the types; lines marked as expected errors must be errors. */
const typesUsed = `
import {
  ApiError, type CompletedJob, createAdminClient, createClient, isTerminal, type Job,
  type Results, type TranscriptionResult,
} from '@reelsight/sdk';

const given: { key?: string } = {};
const client = createClient({ baseUrl: 'http://localhost', apiKey: given.key });
const admin = createAdminClient({ baseUrl: 'http://localhost', token: 't' });

export async function main(signal?: AbortSignal, filename?: string): Promise<void> {
  const made = await client.jobs.create(
    { upload_key: 'k', upload_filename: filename, capabilities: ['transcription'] },
    { signal },
  );
  const job = await client.jobs.wait(made.job_id, { signal, onProgress: (one: Job) => one.status });
  // @ts-expect-error a job that ended is not processing
  if (job.status === 'processing') throw new Error();
  switch (job.status) {
    case 'completed': {
      const done: CompletedJob = job;
      const { results }: { results: Results } = done;
      const transcription: TranscriptionResult | undefined = results.transcription;
      console.log(transcription?.text);
      break;
    }
    case 'failed':
      console.log(job.error.message);
      // @ts-expect-error a failed job has no results
      job.results.summary;
      break;
    case 'cancelled':
      console.log(job.error?.code);
      break;
    default: {
      const held: 'held' = job.status;
      console.log(held);
    }
  }
  const ended = await client.jobs.wait(made.job_id, { stopWhenHeld: false });
  // @ts-expect-error it waits for credits
  if (ended.status === 'held') throw new Error();
  if (isTerminal(made)) console.log(made.completed_at.length);
  // @ts-expect-error not before it is completed
  made.results.summary;
  const { data, response } = await client.account().withResponse();
  console.log(data.plan, response.status);
  for await (const one of client.jobs.list({ status: 'completed', limit: undefined })) console.log(one.job_id);
  for await (const { event } of client.events.stream({ after: given.key, signal })) console.log(event);
  await client.events.list({ after: given.key, limit: undefined });
  await admin.workspaces.change('ws', { plan: 'pro' });
  // @ts-expect-error there is no such plan
  await admin.workspaces.change('ws', { plan: 'gold' });
  try {
    await client.call('getJob', { params: { id: 'x' } });
  } catch (error) {
    if (error instanceof ApiError) console.log(error.code, error.status.toFixed(), error.cause);
  }
}
`;
