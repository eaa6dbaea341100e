/** `npm run check`: everything that can be known without running the service. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Outcome {
  readonly passed: boolean;
  readonly output: string;
}

/** Runs one of npm's programs, or a file of ours, by this Node. */
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

/** A lock file with addresses in it binds every install to one registry. */
async function lockFile(): Promise<Outcome> {
  const text = await readFile(`${root}package-lock.json`, 'utf8');
  const addresses = text.match(/"resolved": "http[^"]*"/g) ?? [];
  return { passed: addresses.length === 0, output: addresses.slice(0, 5).join('\n') };
}

const steps: Record<string, () => Promise<Outcome>> = {
  types: types('tsconfig.json'),
  ...(existsSync(`${root}console/tsconfig.json`) && {
    'types of the console': types('console/tsconfig.json'),
  }),
  'types of the sdk': types('sdk/tsconfig.json'),
  'lint and format': program('node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off'),
  'import rules': program('--test', 'test/rooms.test.ts'),
  'generated files': program('scripts/generate.ts', '--check'),
  'dead code': program('node_modules/knip/bin/knip.js', '--no-progress'),
  'lock file': lockFile,
};

/** Two at a time: each step keeps a core busy. */
async function runAll(): Promise<boolean> {
  const waiting = Object.entries(steps);
  let passedAll = true;
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, step] = next;
      const startedMs = Date.now();
      const { passed, output } = await step();
      passedAll &&= passed;
      console.log(
        `${passed ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`,
      );
      if (!passed) console.log(`${output.trim()}\n`);
    }
  };
  await Promise.all([lane(), lane()]);
  return passedAll;
}

process.exitCode = (await runAll()) ? 0 : 1;
