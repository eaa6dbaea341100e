/** What the API process serves: the routes, the pages without a key, and the upload host beside them. */
import type { Fault } from '@reelsight/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Accounts } from './accounts/accounts.ts';
import type { Config } from './config.ts';
import { newId } from './db/id.ts';
import type { Domain } from './domain/domain.ts';
import type { EngineStatus } from './engines/engine.ts';
import { createApp } from './http/app.ts';
import { addConsole } from './http/console/console.ts';
import { consolePages } from './http/console/pages.ts';
import { addPages } from './http/pages.ts';
import type { Metrics } from './metrics.ts';
import { openOperatorRoom } from './operator.ts';
import type { SourceStatus } from './sources/sources.ts';
import type { FilesStorage } from './storage/files.ts';
import type { Storage } from './storage/storage.ts';
import { createUploadHost, type UploadHost } from './storage/upload-host.ts';
import { version } from './version.ts';

export interface Api {
  readonly config: Config;
  readonly domain: Domain;
  readonly storage: Storage;
  readonly metrics: Metrics;
  readonly adminToken: string;
  readonly accounts: Accounts;
  /** Where presigned addresses lead. */
  readonly uploadOrigin: string;
  readonly log: Logger;
  readonly engines: readonly EngineStatus[];
  /** As it was at the start. */
  readonly links: SourceStatus;
}

export function createApi(api: Api): FastifyInstance {
  const { config, domain, storage, metrics, adminToken, log } = api;
  const rooms = { domain, storage, uploadUrlMs: config.REELSIGHT_UPLOAD_URL_MINUTES * 60_000 };
  const onFault = (fault: Fault, requestId: string): void =>
    log.error({ requestId, code: fault.code, detail: fault.detail, err: fault.cause }, 'fault');
  const app = createApp({
    rooms,
    adminToken,
    onAnswer: metrics.request,
    page: consolePages({ folder: config.consoleDir, uploadOrigin: api.uploadOrigin }),
    trustedProxies: config.REELSIGHT_TRUSTED_PROXIES ?? [],
    onFault,
  });
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  addConsole(app, {
    ...rooms,
    accounts: api.accounts,
    adminToken,
    onFault,
    publicUrl: config.PUBLIC_URL ? config.publicUrl : null,
    version,
    closing: closing.signal,
    operator: openOperatorRoom({
      config,
      domain,
      version,
      storageKind: storage.kind,
      parts: async () => {
        const { database, storage: store, queue } = (await readiness(api)).parts;
        return { database, storage: store, queue };
      },
      links: api.links,
      signal: closing.signal,
    }),
  });
  addPages(app, {
    publicUrl: config.publicUrl,
    ready: () => readiness(api),
    metrics: async () => ({
      contentType: metrics.registry.contentType,
      body: await metrics.registry.metrics(),
    }),
  });
  return app;
}

/** Database, storage and queue answer within 2 s each. */
async function readiness({ domain, storage, engines, links }: Api) {
  const probe = async (check: (signal: AbortSignal) => Promise<unknown>): Promise<string> => {
    const signal = AbortSignal.timeout(2000);
    const late = new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('no answer'))),
    );
    return Promise.race([check(signal), late]).then(
      () => 'ok',
      () => 'unavailable',
    );
  };
  const [database, store, queue] = await Promise.all([
    probe(() => domain.db.query('select 1')),
    probe((signal) => storage.check(signal)),
    probe(() => domain.queue.check()),
  ]);
  const ok = [database, store, queue].every((state) => state === 'ok');
  const there = engines
    .filter((engine) => engine.available)
    .map(({ role, info }) => ({ role, ...info }));
  return { ok, parts: { database, storage: store, queue, engines: there, links } };
}

export async function listenForUploads(
  config: Config,
  options: {
    storage: FilesStorage;
    signingSecret: string;
    uploadPort: number;
    log: Logger;
  },
): Promise<UploadHost> {
  const host = createUploadHost({
    storage: options.storage,
    signingSecret: options.signingSecret,
    // Where the operator told no address, pages may come by any name; each URL carries its own authority.
    allowOrigin: config.PUBLIC_URL ? new URL(config.publicUrl).origin : '*',
    now: Date.now,
    newRequestId: () => newId('req'),
    log: (message, fields) => options.log.info(fields, message),
  });
  await new Promise<void>((resolve, reject) => {
    host.server.once('error', reject).listen(options.uploadPort, config.REELSIGHT_HOST, resolve);
  });
  return host;
}
