/** `reelsight runner` as a process of its own, with no database and no storage among its settings. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compileCache } from './compile-cache.ts';

const program = fileURLToPath(new URL('../src/wiring/start/runner.ts', import.meta.url));

export interface RunnerProcess {
  readonly child: ChildProcess;
  readonly dataDir: string;
  /** Messages of its log so far, and lines that are none. */
  readonly lines: string[];
  /** Resolves with its exit code, or the signal that ended it. */
  readonly exited: Promise<number | string>;
  /** SIGKILL, unless it has ended, and its folder removed. */
  end(): Promise<void>;
}

export function startRunnerProcess(
  url: string,
  token: string,
  env: Readonly<Record<string, string>> = {},
): RunnerProcess {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelsight-runner-'));
  const child = spawn(process.execPath, [program, '--url', url], {
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      REELSIGHT_RUNNER_TOKEN: token,
      REELSIGHT_DATA_DIR: dataDir,
      REELSIGHT_HOSTS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const read = (stream: NodeJS.ReadableStream) =>
    createInterface({ input: stream }).on('line', (text) => {
      if (process.env.REELSIGHT_TEST_SHOW) process.stderr.write(`${text}\n`);
      lines.push(text.startsWith('{') ? (JSON.parse(text) as { msg: string }).msg : text);
    });
  read(child.stdout);
  read(child.stderr);

  const exited = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'gone')),
  );

  return {
    child,
    dataDir,
    lines,
    exited,
    end: async () => {
      child.kill('SIGKILL');
      await exited;
      // Processes that it started may write until they notice.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
