/** The whole service in this process, on free ports and the database this run is for. */
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
  /** False for suites about perception, cutting and recovery: then every part is computed. */
  readonly usesPartCache?: boolean;
  /** True for suites about what only the embedded database has. */
  readonly isEmbedded?: boolean;
}

export interface TestService extends Service {
  readonly admin: AdminClient;
  readonly dataDir: string;
  /** The one-time code of the first account. */
  readonly firstCode: string;
  /** Parts of jobs wait from now on, so that a test sees a job under way; resumed by the returned function. */
  holdParts(): () => void;
  /** A new workspace and a client with its key. */
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
  // Suites about links set it to nothing: at its start a service asks the program of the system for its version.
  REELSIGHT_YTDLP: 'no-such-program',
  // No test asks the Internet.
  REELSIGHT_LINKS_UPDATE: 'off',
};

/** `env` as an operator would set it; without `REELSIGHT_ROLE` nothing is analysed. */
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
  // A restore is accepted here; only the program itself (main.ts) carries it out.
  const service = await startService(
    usesPartCache ? withCacheFolder(config) : config,
    log,
    () => undefined,
    testWorker({ gate, usesCache: usesPartCache }),
  );
  // Jobs of other suites that share this service must not change what is estimated.
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
  // A test that meets a 429 wants to see it, not to wait a minute.
  const client = createClient({ baseUrl, apiKey, maxRetryWaitMs: 5000 });
  return { client, apiKey, tenantId, webhookSecret: made.webhook_secret };
}

/** False where the run was started with `--no-part-cache`. */
export const runUsesPartCache = process.env.REELSIGHT_TEST_PARTS !== 'computed';

/** So that processes of the worker, which have no environment but what they are given, find the cache of parts. */
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
