/**
 * The service as separate processes that a test may kill: one process on the embedded database, or an API and a worker
 * on PostgreSQL.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../src/wiring/start/free-port.ts';
import { compileCache } from './compile-cache.ts';
import { copyEmbeddedDatabase } from './database.ts';

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** One line of a process's log. */
export interface LogLine {
  readonly msg: string;
  readonly [field: string]: unknown;
}

export type Part = 'all' | 'api' | 'worker';

export interface ServiceProcesses {
  readonly apiUrl: string;
  /** Address at which the worker answers probes, if it is a process of its own. */
  readonly monitoringUrl: string;
  /** The operator's token. */
  readonly adminToken: string;
  readonly parts: readonly Part[];
  /** Starts the processes that are not running, and waits until the API answers. */
  start(): Promise<void>;
  /** Kills processes with SIGKILL; resolves when they have ended. */
  kill(parts: readonly Part[]): Promise<void>;
  /** Every log line so far. */
  readonly log: LogLine[];
  onLine: (line: LogLine) => void;
}

export async function serviceProcesses(options: {
  readonly dataDir: string;
  /** Address of a PostgreSQL; without it, everything runs in one process. */
  readonly databaseUrl?: string;
  readonly env: Readonly<Record<string, string>>;
}): Promise<ServiceProcesses> {
  const port = await freePort();
  const uploadPort = await freePort();
  const probePort = await freePort();
  const apiUrl = `http://127.0.0.1:${port}`;
  const adminToken = randomBytes(24).toString('base64url');
  const running = new Map<Part, ChildProcess>();
  const database = join(options.dataDir, 'database');
  if (!options.databaseUrl && !existsSync(database)) await copyEmbeddedDatabase(database);

  const service: ServiceProcesses = {
    apiUrl,
    monitoringUrl: `http://127.0.0.1:${probePort}`,
    adminToken,
    parts: options.databaseUrl ? ['api', 'worker'] : ['all'],
    log: [],
    onLine: () => undefined,
    start: async () => {
      for (const part of service.parts) if (!running.has(part)) running.set(part, begin(part));
      await answers(apiUrl);
    },
    kill: async (parts) => {
      await Promise.all(parts.map((part) => end(running, part)));
    },
  };
  const begin = (part: Part): ChildProcess => {
    const child = spawn(process.execPath, [program], {
      env: {
        PATH: process.env.PATH,
        ...compileCache,
        REELSIGHT_ADMIN_TOKEN: adminToken,
        REELSIGHT_LINKS_UPDATE: 'off',
        ...options.env,
        PORT: String(port),
        UPLOAD_PORT: String(uploadPort),
        REELSIGHT_HOST: '127.0.0.1',
        UPLOAD_URL: `http://127.0.0.1:${uploadPort}`,
        REELSIGHT_DATA_DIR: options.dataDir,
        REELSIGHT_ROLE: part,
        REELSIGHT_MONITORING_LISTEN: `127.0.0.1:${probePort}`,
        ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
      },
      // stdio is not inherited: processes that the service started may outlive it for a while, and would keep the
      // output of the test run open.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    follow(child, service);

    return child;
  };

  return service;
}

/** Prints the process's stderr, and keeps the lines of its log. */
function follow(child: ChildProcess, service: ServiceProcesses): void {
  const { stdout, stderr } = child;
  stderr?.on('data', (text: Buffer) => process.stderr.write(text));
  createInterface({ input: stdout as NodeJS.ReadableStream }).on('line', (text) => {
    if (!text.startsWith('{')) return;
    // A killed process may leave its last line unfinished.
    if (child.killed && !text.endsWith('}')) return;
    const line = JSON.parse(text) as LogLine;
    service.log.push(line);
    service.onLine(line);
  });
}

async function end(running: Map<Part, ChildProcess>, part: Part): Promise<void> {
  const child = running.get(part);
  running.delete(part);

  if (!child) return;
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  for (const output of [child.stdout, child.stderr]) output?.destroy();
}

/** Only detects a start that hangs: next to other work, a start may take minutes. */
const startPatienceMs = 300_000;

async function answers(apiUrl: string): Promise<void> {
  const until = Date.now() + startPatienceMs;
  while (Date.now() < until) {
    const ok = await fetch(`${apiUrl}/healthz`, { signal: AbortSignal.timeout(1000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }

  throw new Error('the service did not start');
}
