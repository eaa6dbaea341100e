/** The whole service in this process, on free ports, with the kind of database that this test run uses. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import {
  type AdminClient,
  type Client,
  createAdminClient,
  createClient,
  type PlanName,
} from '../../sdk/src/index.ts';
import { type Config, readConfig } from '../src/wiring/settings/config.ts';
import { type Service, startService } from '../src/wiring/start/service.ts';
import { compileCache } from './compile-cache.ts';
import { copyEmbeddedDatabase, type FreshDatabase, migratedDatabase } from './database.ts';
import { Gate, testWorker } from './part-cache/stand-ins.ts';
import { testCacheDir } from './test-cache.ts';

export interface TestServiceOptions {
  /** False for suites about perception, cutting and recovery, so that every part is computed. */
  readonly usesPartCache?: boolean;
  /** True for suites about functions that only the embedded database has. */
  readonly isEmbedded?: boolean;
}

export interface TestService extends Service {
  readonly admin: AdminClient;
  readonly dataDir: string;
  /** The one-time code for creating the first account. */
  readonly firstCode: string;
  /**
   * Makes parts of jobs wait from now on, so that a test can observe a job in progress. The returned function lets them
   * go on.
   */
  holdParts(): () => void;
  /** Creates a workspace, and a client with the workspace's key. */
  workspace(plan?: PlanName, credits?: number): Promise<TestWorkspace>;
}

export interface TestWorkspace {
  readonly client: Client;
  readonly apiKey: string;
  readonly tenantId: string;
  readonly webhookSecret: string;
}

const unlessSet = {
  PORT: '0',
  UPLOAD_PORT: '0',
  REELSIGHT_HOST: '127.0.0.1',
  REELSIGHT_ROLE: 'api',
  // At its start, a service runs the system's yt-dlp to get the version. Suites about links set this to an empty value.
  REELSIGHT_YTDLP: 'no-such-program',
  // Tests sign up many people from one address.
  REELSIGHT_SIGN_UP_BLOCK_ACCOUNTS: '1000',
  // No test accesses the Internet.
  REELSIGHT_LINKS_UPDATE: 'off',
};

/** `env` as an operator would set it; without `REELSIGHT_ROLE`, no job is analysed. */
export async function startTestService(
  env: Record<string, string> = {},
  { usesPartCache = runUsesPartCache, isEmbedded = false }: TestServiceOptions = {},
): Promise<TestService> {
  const fresh: FreshDatabase = isEmbedded
    ? { drop: async () => undefined }
    : await migratedDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'reelsight-test-'));
  if (!fresh.url && !env.DATABASE_URL) await copyEmbeddedDatabase(join(dataDir, 'database'));

  const log = pino({ level: env.REELSIGHT_LOG_LEVEL ?? 'silent' });
  const config = configOf(dataDir, fresh.url, env);
  const gate = new Gate();
  // The last argument handles restores. They are accepted but not carried out, because only the program itself
  // (main.ts) can do that.
  const service = await startService(
    usesPartCache ? withCacheFolder(config) : config,
    log,
    () => undefined,
    testWorker({ gate, usesCache: usesPartCache }),
  );
  // Jobs of other suites that share this service must not change the estimates.
  service.domain.estimates.learn = () => undefined;

  const baseUrl = service.apiUrl;
  const admin = createAdminClient({ baseUrl, token: service.adminToken });
  const { hash } = new URL(service.firstAccountUrl ?? service.apiUrl);
  const firstCode = new URLSearchParams(hash.slice(1)).get('code') ?? '';
  let count = 0;

  return {
    ...service,
    admin,
    dataDir,
    firstCode,
    holdParts: () => gate.hold(),
    workspace(plan = 'pro', credits) {
      count += 1;
      return makeWorkspace(admin, baseUrl, {
        name: `workspace ${count}`,
        email: `w${count}@example.com`,
        plan,
        ...(credits !== undefined && { credits }),
      });
    },
    async close() {
      await service.close();
      await fresh.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function makeWorkspace(
  admin: AdminClient,
  baseUrl: string,
  wanted: Parameters<AdminClient['workspaces']['create']>[0],
): Promise<TestWorkspace> {
  const { api_key: apiKey, tenant_id: tenantId, ...made } = await admin.workspaces.create(wanted);
  // A test that gets a 429 should see it instead of waiting a minute.
  const client = createClient({ baseUrl, apiKey, maxRetryWaitMs: 5000 });
  return { client, apiKey, tenantId, webhookSecret: made.webhook_secret };
}

/** False if the run was started with `--no-part-cache`. */
export const runUsesPartCache = process.env.REELSIGHT_TEST_PARTS !== 'computed';

/** Tells the worker's processes where the cache of parts is, because they get only the environment given to them. */
export const withCacheFolder = (config: Config): Config => ({
  ...config,
  worker: {
    ...config.worker,
    environment: { ...config.worker.environment, REELSIGHT_TEST_CACHE: testCacheDir },
  },
});

const configOf = (
  dataDir: string,
  databaseUrl: string | undefined,
  env: Record<string, string>,
): Config =>
  readConfig({
    ...unlessSet,
    ...compileCache,
    REELSIGHT_DATA_DIR: dataDir,
    REELSIGHT_BACKUP_DIR: join(dataDir, 'backups'),
    DATABASE_URL: databaseUrl,
    ...env,
  });
