#!/usr/bin/env node
/** Launcher of `reelsight`: the built program where it is installed; in a checkout the source as it is, under Node 24. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const source = at('../src/main.ts');
const node24 = at('../../node_modules/node/bin/node');

/**
 * npx and npm run a command below a shell. A signal to npm ends that shell, which passes nothing on and would leave this
 * process running without a parent, so its end counts as SIGTERM.
 */
function stopWithShellOfNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}

/** Signals go to the child as messages: of those that the terminal sent to both, it takes its own. */
function runByNode24() {
  const child = spawn(node24, [source, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => child.connected && child.send({ signal }, () => {}));
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}

stopWithShellOfNpm();
const runsTypeScript =
  process.features.typescript !== undefined && process.features.typescript !== false;
if (!existsSync(source)) await import('../dist/main.js');
else if (runsTypeScript) await import('../src/main.ts');
else if (existsSync(node24)) runByNode24();
else {
  console.error('This checkout is not set up: npm run setup');
  process.exitCode = 3;
}
