#!/usr/bin/env node
/** Launcher of `reelsight` in a checkout: the source runs as it is, under Node 24. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const source = at('../src/main.ts');
const node24 = at('../../node_modules/node/bin/node');

/** Commands of the server; the first word is theirs. */
const serverPrograms = {
  start: at('../../server/src/main.ts'),
  models: at('../../server/src/wiring/models.ts'),
  doctor: at('../../server/src/wiring/doctor.ts'),
};

function programOf(args) {
  const own = Object.hasOwn(serverPrograms, args[0]) ? serverPrograms[args[0]] : undefined;
  if (own && existsSync(own)) return { program: own, args: args.slice(1) };
  return { program: source, args };
}

const { program, args } = programOf(process.argv.slice(2));
const runsTypeScript =
  process.features.typescript !== undefined && process.features.typescript !== false;
if (!runsTypeScript) {
  if (!existsSync(node24)) {
    console.error('This checkout is not set up: npm run setup');
    process.exit(3);
  }
  const child = spawn(node24, [program, ...args], { stdio: 'inherit' });
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
} else {
  process.argv.splice(1, process.argv.length - 1, program, ...args);
  await import(pathToFileURL(program).href);
}
