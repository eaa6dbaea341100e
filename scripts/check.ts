/** `npm run check`: every check that does not need the service to run. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Outcome {
  readonly passed: boolean;
  readonly output: string;
}

/** Runs a program installed by npm, or a file of the project, with the Node that runs this script. */
function program(file: string, ...options: string[]): () => Promise<Outcome> {
  return () =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [file, ...options], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';

      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      }

      child.on('error', reject);
      child.on('close', (code) => resolve({ passed: code === 0, output }));
    });
}

const types = (project: string) =>
  program('node_modules/tsgo/bin/tsc', '--noEmit', '--project', project);

/** Fails if a lock file contains download addresses, because they would tie every install to one registry. */
async function lockFile(): Promise<Outcome> {
  const files = [
    'package-lock.json',
    'test/older-nodes/package-lock.json',
    'test/openapi-tools/package-lock.json',
  ];
  const texts = await Promise.all(files.map((file) => readFile(root + file, 'utf8')));
  const addresses = texts.join('\n').match(/"resolved": "http[^"]*"/g) ?? [];

  return { passed: addresses.length === 0, output: addresses.slice(0, 5).join('\n') };
}

const steps: Record<string, () => Promise<Outcome>> = {
  types: types('tsconfig.json'),
  ...(existsSync(`${root}console/tsconfig.json`) && {
    'types of the console': types('console/tsconfig.json'),
  }),
  'types of the command line': types('cli/tsconfig.json'),
  'types of the sdk': types('sdk/tsconfig.json'),
  'lint and format': program('node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off'),
  'the hand': program('scripts/hand.ts'),
  'import rules': program('--test', 'test/rooms.test.ts'),
  'generated files': program('scripts/generate.ts', '--check'),
  'dead code': program('node_modules/knip/bin/knip.js', '--no-progress'),
  'code that only tests use': program(
    'node_modules/knip/bin/knip.js',
    '--no-progress',
    '--production',
  ),
  'lock file': lockFile,
};

async function report(name: string, step: () => Promise<Outcome>): Promise<boolean> {
  const startedMs = Date.now();
  const { passed, output } = await step();
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (!passed) console.log(`${output.trim()}\n`);
  return passed;
}

/** Limits the steps that run at once, because each keeps a core busy. */
const limit = pLimit(2);
const passed = await Promise.all(
  Object.entries(steps).map(([name, step]) => limit(() => report(name, step))),
);
process.exitCode = passed.every(Boolean) ? 0 : 1;
