/** The processes of the soak test: APIs and workers that are restarted whenever they end, as by a service manager. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, type WriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { compileCache } from '../../server/testing/compile-cache.ts';
import type { LogLine } from '../../server/testing/service-process.ts';
import { descendants, type SeenProcess, stillRuns } from './process-tree.ts';

export type Role = 'api' | 'worker';

export interface MemberOptions {
  readonly name: string;
  readonly role: Role;
  /** Data folder of this process only. */
  readonly dataDir: string;
  readonly logDir: string;
  /** Root of the checkout from which the process runs. */
  readonly checkout: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (member: Member, line: LogLine) => void;
}

/** Pause between the end of a process and its restart. */
const restartMs = 500;
/** A process that does not stop within this time is killed, as by a service manager. */
const stopLimitMs = 30_000;

const clock = new URL('jumping-clock.ts', import.meta.url).href;

export class Member {
  readonly name: string;
  readonly role: Role;
  readonly dataDir: string;
  readonly port: number;
  /** How many times the process was started. */
  starts = 0;
  /** Exit codes of unexpected ends of the process. */
  readonly ends: string[] = [];
  /** Children of processes of this member that have ended. */
  readonly left: SeenProcess[] = [];
  readonly #options: MemberOptions;
  readonly #log: WriteStream;
  #checkout: string;
  #child: ChildProcess | undefined;
  #wanted = false;
  #running: Promise<void> = Promise.resolve();
  #expected = false;

  constructor(options: MemberOptions) {
    this.#options = options;
    this.#checkout = options.checkout;
    this.name = options.name;
    this.role = options.role;
    this.dataDir = options.dataDir;
    this.port = options.port;
    mkdirSync(join(options.dataDir, 'tmp'), { recursive: true });
    mkdirSync(options.logDir, { recursive: true });
    this.#log = createWriteStream(join(options.logDir, `${options.name}.log`), { flags: 'a' });

    this.setClock(0);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Runs the process, and restarts it whenever it ends, until `stop`. */
  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#running = this.#keep();
  }

  /** Stops the process as a service manager does: with SIGTERM, then with SIGKILL if necessary. */
  async stop(): Promise<void> {
    this.#wanted = false;
    await this.#end('SIGTERM');
    await this.#running;
  }

  /** Stops the process and starts it again, from another checkout if given. */
  async restart(checkout?: string): Promise<void> {
    await this.stop();
    if (checkout !== undefined) this.#checkout = checkout;
    this.start();
  }

  /** Kills the process with SIGKILL; another one is started in its place. */
  kill(): boolean {
    this.#remember();
    this.#expected = true;
    return this.#child?.kill('SIGKILL') ?? false;
  }

  signal(signal: NodeJS.Signals): boolean {
    return this.#child?.kill(signal) ?? false;
  }

  /** Sets by how many seconds the process's clock is wrong. */
  setClock(seconds: number): void {
    writeFileSync(this.#clockFile, String(seconds));
  }

  /** Its child processes that are running now. */
  get children(): SeenProcess[] {
    return this.pid === undefined ? [] : descendants(this.pid);
  }

  /** Child processes that outlived their parent. */
  leaked(): SeenProcess[] {
    return this.left.filter(stillRuns);
  }

  get #clockFile(): string {
    return join(this.#options.logDir, `${this.name}.clock`);
  }

  #remember(): void {
    this.left.push(...this.children);
  }

  async #keep(): Promise<void> {
    while (this.#wanted) {
      const child = this.#begin();
      this.#expected = false;
      const code = await new Promise((resolve) =>
        child.once('exit', (status, signal) => resolve(signal ?? status)),
      );
      this.#child = undefined;

      if (!this.#wanted) return;
      if (!this.#expected) this.ends.push(String(code));
      await sleep(restartMs);
    }
  }

  #begin(): ChildProcess {
    const { role, port, env, dataDir, onLine } = this.#options;
    const program = join(this.#checkout, 'server', 'src', 'main.ts');
    const child = spawn(process.execPath, ['--import', clock, program], {
      env: {
        PATH: process.env.PATH,
        ...compileCache,
        ...env,
        PORT: String(port),
        UPLOAD_PORT: '0',
        REELSIGHT_HOST: '127.0.0.1',
        REELSIGHT_ROLE: role,
        REELSIGHT_DATA_DIR: dataDir,
        REELSIGHT_MONITORING_LISTEN: 'off',
        TMPDIR: join(dataDir, 'tmp'),
        SOAK_CLOCK: this.#clockFile,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.starts += 1;
    this.#log.write(`{"msg":"soak: started","pid":${child.pid},"at":${Date.now()}}\n`);

    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (text) => {
        this.#log.write(`${text}\n`);
        if (text.startsWith('{'))
          onLine(this, { ...(JSON.parse(text) as LogLine), seenAt: Date.now() });
      });
    }

    return child;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child) return;

    this.#remember();
    const gone = new Promise((resolve) => child.once('exit', resolve));

    child.kill(signal);
    // A frozen process would never notice the signal.
    child.kill('SIGCONT');

    const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    await gone;
    clearTimeout(timer);
  }
}

/** Resolves when the API answers. */
export async function untilAnswers(port: number, limitMs = 120_000): Promise<void> {
  const until = performance.now() + limitMs;
  while (performance.now() < until) {
    const url = `http://127.0.0.1:${port}/readyz`;
    const ok = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await sleep(200);
  }

  throw new Error(`nothing answered at port ${port} within ${limitMs / 1000} s`);
}
