/** Processes of several versions that share a database and a folder, behind load balancers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/wiring/start/free-port.ts';
import { compileCache } from '../compile-cache.ts';
import type { Balancer } from './balancer.ts';
import type { Release } from './last-release.ts';

const consoleDir = fileURLToPath(new URL('../../../console/dist', import.meta.url));
/** Longer than a balancer takes to notice that a backend is no longer ready. */
const drainSeconds = '2';

interface Options {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly api: Balancer;
  readonly uploads: Balancer;
}

interface Member {
  readonly child: ChildProcess;
  readonly url: string;
  readonly uploadUrl: string;
}

export class Fleet {
  readonly adminToken = randomBytes(33).toString('base64url');
  readonly #secret = randomBytes(33).toString('base64url');
  readonly #members = new Map<string, Member>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves when the balancers send requests to the new API. */
  async startApi(name: string, release: Release): Promise<void> {
    const { url, uploadUrl, child } = await this.#start(name, release, 'api');
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${name} ended with ${code}`);
    });
    ended.catch(() => undefined);

    const { api, uploads } = this.#options;
    const added = Promise.all(
      [url, uploadUrl].map((one, index) => [api, uploads][index]?.add(one, `${url}/readyz`)),
    );
    await Promise.race([added, ended]);
  }

  async startWorker(name: string, release: Release): Promise<void> {
    const { url, child } = await this.#start(name, release, 'worker');
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
      const ready = await fetch(`${url}/readyz`).catch(() => undefined);
      if (ready?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /**
   * Sends SIGTERM to the API and waits for its end. A release that does not drain connections is first removed from the
   * balancers.
   */
  async stop(name: string, { drains }: Release): Promise<void> {
    const { child, url, uploadUrl } = this.#take(name);
    const { api, uploads } = this.#options;

    if (!drains) {
      api.remove(url);
      uploads.remove(uploadUrl);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }

    const ended = once(child, 'exit');
    child.kill('SIGTERM');

    const [code] = await ended;
    if (code !== 0) throw new Error(`${name} ended with ${code}`);

    api.remove(url);
    uploads.remove(uploadUrl);
  }

  async crash(name: string): Promise<void> {
    const { child } = this.#take(name);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** The lines that the processes logged as errors, each after the name of its process. */
  async errors(): Promise<string[]> {
    const logs = join(this.#options.folder, 'logs');
    const errors: string[] = [];

    for (const name of await readdir(logs)) {
      const lines = (await readFile(join(logs, name), 'utf8')).split('\n');
      errors.push(
        ...lines.filter((line) => /^\{"level":[56]0,/.test(line)).map((line) => `${name}: ${line}`),
      );
    }

    return errors;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#members.keys()].map((name) => this.crash(name)));
  }

  #take(name: string): Member {
    const member = this.#members.get(name);
    if (!member) throw new Error(`${name} does not run`);
    this.#members.delete(name);
    return member;
  }

  async #start(name: string, release: Release, role: 'api' | 'worker'): Promise<Member> {
    const { folder, databaseUrl, api, uploads } = this.#options;
    const port = await freePort();
    const uploadPort = await freePort();
    const logs = join(folder, 'logs');
    await mkdir(logs, { recursive: true });

    const log = openSync(join(logs, `${name}.log`), 'a');
    const child = spawn(process.execPath, [join(release.root, 'server', 'src', 'main.ts')], {
      env: {
        PATH: process.env.PATH,
        ...compileCache,
        HOME: process.env.HOME,
        DATABASE_URL: databaseUrl,
        REELSIGHT_DATA_DIR: join(folder, 'data'),
        REELSIGHT_ROLE: role,
        REELSIGHT_ADMIN_TOKEN: this.adminToken,
        REELSIGHT_SESSION_SECRET: this.#secret,
        PORT: String(port),
        UPLOAD_PORT: String(uploadPort),
        REELSIGHT_HOST: '127.0.0.1',
        PUBLIC_URL: api.url,
        UPLOAD_URL: uploads.url,
        REELSIGHT_CONSOLE_DIR: consoleDir,
        REELSIGHT_MONITORING_LISTEN: `127.0.0.1:${port}`,
        REELSIGHT_LOG_LEVEL: 'warn',
        REELSIGHT_PLANS: '{"scale":{"max_requests_per_minute":100000,"burst":10000}}',
        // The folder of the last release contains links to packages outside it, which would be missing in a sandbox.
        REELSIGHT_SANDBOX: 'none',
        REELSIGHT_STALL_SECONDS: '5',
        REELSIGHT_HOSTS: '1',
        ...(release.drains && { REELSIGHT_DRAIN_SECONDS: drainSeconds }),
      },
      stdio: ['ignore', log, 'inherit'],
    });

    closeSync(log);
    const url = `http://127.0.0.1:${port}`;
    const member = { child, url, uploadUrl: `http://127.0.0.1:${uploadPort}` };
    this.#members.set(name, member);

    return member;
  }
}
