/** A soak test from start to end: starts a fleet, causes faults, repairs everything and checks the guarantees. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type AdminClient, createAdminClient } from '../../sdk/src/index.ts';
import { openStorage } from '../../server/src/storage/open-storage.ts';
import type { Storage } from '../../server/src/storage/storage.ts';
import { freePort } from '../../server/src/wiring/start/free-port.ts';
import { startPostgres, type TestPostgres } from '../../server/testing/postgres.ts';
import type { LogLine } from '../../server/testing/service-process.ts';
import { s3Credentials, startS3 } from '../../server/testing/storage/s3-server.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { Clients, openTenant, type Tenant } from './clients.ts';
import { FaultsUnderWay, type Surroundings, schedule } from './faults.ts';
import { Member, untilAnswers } from './fleet.ts';
import { comparable, makeRecipes, type Recipe } from './inputs.ts';
import { checkOut } from './old-version.ts';
import { checkProcesses, checkPromises, untilIdle } from './promises.ts';
import { type Receivers, startReceivers } from './receivers.ts';
import { Report } from './report.ts';
import { StorageProxy } from './storage-proxy.ts';

export interface SoakOptions {
  readonly seed: number;
  /** Maximum number of minutes in which faults happen. */
  readonly minutes: number;
  /** If set, processes are killed this many times, and no other faults happen. */
  readonly kills: number | null;
  /** Number of clients' intents in progress at the same time. */
  readonly atOnce: number;
  /** Commit from which some processes run for a while. */
  readonly oldVersion: string | null;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const apis = 2;
const workers = 3;
const smallDiskBytes = 192 * 2 ** 20;
/**
 * How long unfinished work may take after the last fault. Repeating webhooks takes 71 s, plus the time of the attempts.
 */
const drainMs = 240_000;
const settleMs = 180_000;
/** Maximum number of faults at the same time. */
const mostFaults = 3;
const plenty = { max_requests_per_minute: 1_000_000, burst: 1_000_000, max_concurrent_jobs: 100 };

/** Runs a soak test. Returns true if every guarantee held. */
export async function soak(options: SoakOptions): Promise<boolean> {
  const run = new Soak(options);
  try {
    return await run.run();
  } finally {
    await run.close();
  }
}

/** The surroundings of the fleet: the services that it uses, which the faults affect. */
interface Around {
  readonly postgres: TestPostgres;
  readonly databaseUrl: string;
  /** Direct access to the storage, without the proxy. */
  readonly storage: Storage;
  readonly proxy: StorageProxy;
  /** Address of the proxy. */
  readonly endpoint: string;
  readonly receivers: Receivers;
}

class Soak {
  readonly #options: SoakOptions;
  readonly #report = new Report();
  readonly #folder = mkdtempSync(join(tmpdir(), 'reelsight-soak-'));
  readonly #members: Member[] = [];
  /** Called in reverse order at the end. */
  readonly #closers: (() => unknown)[] = [];

  constructor(options: SoakOptions) {
    this.#options = options;
    // An interrupted run must leave nothing behind.
    process.once('exit', () => {
      for (const member of this.#members) member.kill();
      this.#unmount();
    });
  }

  async run(): Promise<boolean> {
    const { kills, minutes, seed } = this.#options;
    console.log(`Seed ${seed}; logs in ${this.#logs}`);

    const around = await this.#surroundings();
    const { admin, url } = await this.#fleet(around);
    const recipes = await makeRecipes(this.#folder, kills !== null);
    const tenants = await this.#tenants(admin, url.url);
    const violate = this.#report.violate.bind(this.#report);
    const reference = await this.#reference(tenants[0] as Tenant, recipes);
    const { receivers } = around;
    const clients = new Clients({
      ...this.#options,
      tenants,
      recipes,
      receivers,
      reference,
      violate,
    });
    void clients.run();

    const funding = setInterval(() => void this.#fund(admin, tenants), 5000);
    await this.#faults(around, performance.now() + minutes * 60_000);
    console.log('Faults have stopped; waiting for what is under way.');
    clients.close();
    await clients.settled(drainMs);
    clearInterval(funding);

    const { databaseUrl, storage } = around;
    const hadOldVersion = this.#options.oldVersion !== null;
    await untilIdle({ databaseUrl, hadOldVersion }, settleMs);

    const seen = { databaseUrl, storage, clients, tenants, receivers, violate };
    const evidence = { ...seen, hadOldVersion };
    const members = this.#members;
    await checkPromises({ ...evidence, members });
    await Promise.all(members.map((member) => member.stop()));
    await sleep(2000);
    checkProcesses({ ...evidence, members });
    this.#report.print(clients, members);

    return this.#report.violations.size === 0;
  }

  async close(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.stop()));
    for (const close of this.#closers.reverse()) await close();
    if (this.#report.violations.size > 0) console.log(`\nLogs: ${this.#logs}`);
    else rmSync(this.#folder, { recursive: true, force: true });
  }

  get #logs(): string {
    return join(this.#folder, 'logs');
  }

  async #surroundings(): Promise<Around> {
    const postgres = await startPostgres();
    this.#closers.push(() => postgres.stop());

    const s3 = await startS3();
    this.#closers.push(() => s3.stop());

    const proxy = new StorageProxy(s3.endpoint);
    const endpoint = await proxy.listen();

    this.#closers.push(() => proxy.close());
    const receivers = await startReceivers();
    this.#closers.push(() => receivers[Symbol.asyncDispose]());

    const storage = await this.#directStorage(s3.endpoint);
    // Committed data must survive crashes, as in production.
    const databaseUrl = `${postgres.url}?options=-csynchronous_commit%3Don`;

    return { postgres, storage, proxy, receivers, endpoint, databaseUrl };
  }

  /** Opens the storage directly, without the proxy. */
  async #directStorage(endpoint: string): Promise<Storage> {
    const storage = await openStorage({
      url: `s3://media?endpoint=${endpoint}`,
      ...s3Credentials,
      dataDir: this.#folder,
      uploadUrl: '',
      signingSecret: '',
      now: Date.now,
    });
    this.#closers.push(() => storage.close());

    return storage;
  }

  async #fleet(around: Around) {
    const token = randomBytes(24).toString('base64url');
    const env = {
      DATABASE_URL: around.databaseUrl,
      STORAGE_URL: `s3://media?endpoint=${around.endpoint}`,
      AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
      REELSIGHT_ADMIN_TOKEN: token,
      REELSIGHT_SESSION_SECRET: token,
      REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
      REELSIGHT_LINKS_UPDATE: 'off',
      REELSIGHT_PLANS: JSON.stringify({ pro: plenty, scale: plenty }),
      REELSIGHT_STALL_SECONDS: '6',
      // Random kills may hit the same part three times in a row, which must not make the job fail.
      REELSIGHT_RETRIES: '100',
      REELSIGHT_HOSTS: '1',
      REELSIGHT_WORKER_CONCURRENCY: '2',
      REELSIGHT_DISK_RESERVE_MB: '16',
      REELSIGHT_DISK_FLOOR_MB: '8',
    };
    const checkout = this.#firstCheckout();
    const ports: number[] = [];
    for (let index = 0; index < apis + workers; index += 1) {
      const role = index < apis ? ('api' as const) : ('worker' as const);
      const port = await freePort();
      if (role === 'api') ports.push(port);

      const name = `${role}-${role === 'api' ? index + 1 : index - apis + 1}`;
      const dataDir = join(this.#folder, name);
      mkdirSync(dataDir);

      if (index === apis + workers - 1) this.#mountSmallDisk(dataDir);
      const logDir = this.#logs;
      const onLine = (_member: Member, line: LogLine): void => {
        if (line.msg === 'job completed') this.#report.jobDone();
      };
      this.#members.push(new Member({ name, role, port, dataDir, logDir, checkout, env, onLine }));
    }

    for (const member of this.#members) member.start();
    await Promise.all(ports.map((port) => untilAnswers(port)));

    const url: Balancer = await startBalancer(ports);
    this.#closers.push(() => url[Symbol.asyncDispose]());

    return { admin: createAdminClient({ baseUrl: url.url, token }), url };
  }

  #smallDisk: Surroundings['smallDisk'] = null;

  /** Needs root; without it, no disk becomes full. */
  #mountSmallDisk(folder: string): void {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${smallDiskBytes}`, 'tmpfs', folder], {
        stdio: 'ignore',
      });
    } catch {
      return;
    }

    this.#smallDisk = { folder, bytes: smallDiskBytes };
    this.#closers.push(() => this.#unmount());
  }

  #unmount(): void {
    if (this.#smallDisk) execFileSync('umount', ['-l', this.#smallDisk.folder]);
    this.#smallDisk = null;
  }

  async #tenants(admin: AdminClient, baseUrl: string): Promise<Tenant[]> {
    const tenants: Tenant[] = [];

    for (const wanted of [
      { receiver: 'prompt', poor: false },
      { receiver: 'dying', poor: false },
      { receiver: 'slow', poor: false },
      { receiver: 'prompt', poor: true },
    ] as const)
      tenants.push(await openTenant(admin, baseUrl, wanted));

    return tenants;
  }

  async #reference({ client }: Tenant, recipes: readonly Recipe[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();

    for (const { name, video, ask } of recipes) {
      const upload_key = await client.uploads.put(video);
      const made = await client.jobs.create({ upload_key, upload_filename: 'clip.mp4', ...ask });
      found.set(name, comparable(await client.jobs.wait(made.job_id)));
      console.log(`reference of ${name}: ${found.get(name)?.slice(0, 60)}`);
    }

    return found;
  }

  /** Gives credits to poor workspaces after a while, so that their held jobs go on. */
  async #fund(admin: AdminClient, tenants: readonly Tenant[]): Promise<void> {
    for (const { id, poor } of tenants) {
      const credits = { type: 'purchase', amount: 60 } as const;
      // The credits may be added even if the answer is lost; the ledger shows whether they were.
      if (poor) await admin.workspaces.addCredits(id, credits).catch(() => undefined);
    }
  }

  async #faults(around: Around, until: number): Promise<void> {
    const { kills, seed } = this.#options;
    const at: Surroundings = {
      postgres: around.postgres,
      storage: around.proxy,
      receivers: around.receivers,
      members: this.#members,
      smallDisk: this.#smallDisk,
    };
    const startedAt = performance.now();
    const upgrades = this.#upgrades(startedAt, until);
    const struck = new FaultsUnderWay(at, this.#report);
    let told = 0;

    for (const fault of schedule(seed, { onlyKills: kills !== null })) {
      const { kills: done } = this.#report;
      if (performance.now() > until || (kills !== null && done >= kills)) break;

      await sleep(fault.afterMs);
      // With kills only, each fault ends before the next one, so that the next one has something to hit.
      await struck.begin(fault, kills === null ? mostFaults : 1);

      if (done < told + 50) continue;
      told = done;
      console.log(`${done} kills after ${Math.round((performance.now() - startedAt) / 1000)} s`);
    }

    await Promise.all([struck.ended(), upgrades]);
  }

  /**
   * Restarts first the workers and then the APIs, one by one; from the old version to this checkout, if there is an old
   * version.
   */
  async #upgrades(from: number, until: number): Promise<void> {
    if (this.#options.kills !== null) return;
    for (const [part, role] of [
      [1 / 3, 'worker'],
      [2 / 3, 'api'],
    ] as const) {
      await sleep(Math.max(0, from + part * (until - from) - performance.now()));
      console.log(`Upgrade of each ${role}`);
      for (const one of this.#members.filter((member) => member.role === role))
        await one.restart(root);
    }
  }

  /** The checkout from which processes run at first: this one, or one of the old version. */
  #firstCheckout(): string {
    const { oldVersion } = this.#options;
    if (oldVersion === null) return root;
    const folder = join(this.#folder, 'old-version');
    this.#closers.push(checkOut(root, oldVersion, folder));
    return folder;
  }
}
