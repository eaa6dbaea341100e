/** For tests of backups: an installation with its own data folder, database and command line. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type AdminClient, createAdminClient } from '../../sdk/src/index.ts';
import { readConfig } from '../../server/src/wiring/settings/config.ts';
import { type Service, startService } from '../../server/src/wiring/start/service.ts';
import { copyEmbeddedDatabase, migratedDatabase } from '../../server/testing/database.ts';
import { Gate, testWorker } from '../../server/testing/part-cache/stand-ins.ts';
import { runUsesPartCache, withCacheFolder } from '../../server/testing/service.ts';
import { type Ended, reelsight } from '../cli/harness.ts';

export interface Installation {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  start(role?: 'all' | 'api', env?: Record<string, string>): Promise<Service>;
  admin(): AdminClient;
  /** Runs `reelsight ARGS` with the settings of this installation. */
  run(args: readonly string[], env?: Record<string, string>): Promise<Ended>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** `embedded`: use the embedded database, whatever database this test run uses. */
export async function installation(
  options: { embedded?: boolean; env?: Record<string, string> } = {},
): Promise<Installation> {
  const fresh = options.embedded ? null : await migratedDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-backup-'));
  const dataDir = join(folder, 'data');
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    UPLOAD_PORT: '0',
    REELSIGHT_HOST: '127.0.0.1',
    REELSIGHT_DATA_DIR: dataDir,
    REELSIGHT_STALL_SECONDS: '3',
    ...(fresh?.url && { DATABASE_URL: fresh.url }),
    ...options.env,
  };
  let service: Service | undefined;
  const stop = async (): Promise<void> => {
    await service?.close();
    service = undefined;
  };

  return {
    dataDir,
    env,
    stop,
    start: async (role = 'api', more = {}) => {
      const config = readConfig({ ...env, REELSIGHT_ROLE: role, ...more });
      service = await startService(
        runUsesPartCache ? withCacheFolder(config) : config,
        pino({ level: process.env.REELSIGHT_TEST_LOG ?? 'silent' }),
        undefined,
        testWorker({ gate: new Gate(), usesCache: runUsesPartCache }),
      );

      return service;
    },
    admin: () => {
      assert.ok(service, 'it does not run');
      return createAdminClient({ baseUrl: service.apiUrl, token: service.adminToken });
    },
    run: (args, more = {}) => reelsight(args, { home: folder, env: { ...env, ...more } }),
    remove: async () => {
      await stop();
      await fresh?.drop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Copies an embedded database into the folder, which saves the seconds that creating it takes. */
export async function withDatabase(one: Installation): Promise<Installation> {
  if (!one.env.DATABASE_URL) await copyEmbeddedDatabase(join(one.dataDir, 'database'));
  return one;
}
