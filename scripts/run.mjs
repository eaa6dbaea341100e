/**
 * `node scripts/run.mjs FILE …`: sets the checkout up, then runs FILE under Node 24. The scripts of package.json begin with
 * `exec`, as a shell between npm and this process would end by a signal without passing it on.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { node24, root, setUp } from './setup.mjs';

const [file, ...rest] = process.argv.slice(2);
const program = resolve(root, file);

/** In this process where it is Node 24 already: signals then need no passing on. */
async function runHere() {
  process.argv.splice(1, process.argv.length - 1, program, ...rest);
  await import(pathToFileURL(program).href);
}

function runByNode24() {
  // Programs started from there by the name `node` must find Node 24 as well.
  const env = { ...process.env, PATH: `${dirname(node24)}${delimiter}${process.env.PATH ?? ''}` };
  const child = spawn(node24, [program, ...rest], { stdio: 'inherit', env });
  // The child decides when to end. What a terminal sent to both counts once there.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}

try {
  await setUp();
} catch (error) {
  console.error(`setup: ${error.message}`);
  process.exit(1);
}
if (Number(process.versions.node.split('.')[0]) >= 24) await runHere();
else runByNode24();
