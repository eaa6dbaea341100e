/**
 * docs/openapi.gen.json in other people's tools: two linters find no fault, and the clients that two generators make
 * compile. The tools are a separate package, `npm ci --prefix test/openapi-tools --ignore-scripts`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('openapi-tools/', import.meta.url));
const document = fileURLToPath(new URL('../docs/openapi.gen.json', import.meta.url));
const programs = {
  redocly: '@redocly/cli/bin/cli.js',
  spectral: '@stoplight/spectral-cli/dist/index.js',
  'openapi-ts': '@hey-api/openapi-ts/bin/run.js',
  'swagger-typescript-api': 'swagger-typescript-api/dist/cli.mjs',
  tsc: 'typescript/bin/tsc',
} as const;

const missing = !existsSync(`${folder}node_modules`);
const options = missing && {
  skip: 'the tools are not installed: npm ci --prefix test/openapi-tools --ignore-scripts',
};

/** Runs a program. Rejects with its output unless it ends with 0. */
function run(program: keyof typeof programs, ...given: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = [`${folder}node_modules/${programs[program]}`, ...given];
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    };
    execFile(
      process.execPath,
      child,
      { cwd: folder, env, timeout: 240_000 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${program}: ${error.message}\n${stdout}\n${stderr}`));
        else resolve();
      },
    );
  });
}

describe('Linters find nothing', options || {}, () => {
  test('Redocly, its strict rules', () =>
    run('redocly', 'lint', '--config=redocly.yaml', document));
  test('Spectral, its rules of OpenAPI, hints too', () =>
    run('spectral', 'lint', '--ruleset=spectral.yaml', '--fail-severity=hint', document));
});

describe('Clients of other generators compile under strict', options || {}, () => {
  let out: string;
  before(async () => {
    out = await mkdtemp(join(tmpdir(), 'reelsight-clients-'));
  });
  after(() => rm(out, { recursive: true, force: true }));

  /** Compiles the whole file as a project with a browser's types would. */
  async function compiles(file: string, ...mentions: string[]): Promise<void> {
    const text = await readFile(join(out, file), 'utf8');
    for (const mention of mentions) assert.ok(text.includes(mention), `${file} has ${mention}`);
    const compilerOptions = {
      strict: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      noEmit: true,
    };
    const project = join(out, 'tsconfig.json');
    await writeFile(project, JSON.stringify({ compilerOptions, files: [file] }));

    await run('tsc', '--project', project);
  }

  test('@hey-api/openapi-ts', async () => {
    const client = ['-c', '@hey-api/client-fetch', '--no-log-file'];
    await run('openapi-ts', '-i', document, '-o', join(out, 'hey'), ...client);
    await compiles('hey/sdk.gen.ts', 'createJob', 'getUsage');
  });

  test('swagger-typescript-api', async () => {
    await run('swagger-typescript-api', 'generate', '-p', document, '-o', out, '-n', 'api.ts');
    await compiles('api.ts', 'createJob', 'getUsage');
  });
});
