/** `reelsight runner` as a separate process. Its settings contain no database and no storage. */
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
  /** Messages in the process's log so far, and output lines that are not log messages. */
  readonly lines: string[];
  /** Resolves with the process's exit code, or with the signal that ended it. */
  readonly exited: Promise<number | string>;
  /** Kills the process with SIGKILL if it is still running, and removes its folder. */
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
      // Processes that the runner started may write files until they notice its end, so removal may need several
      // attempts.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
