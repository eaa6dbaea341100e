/** What the API process serves: the routes, the pages without a key, and the upload host beside them. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/accounts.ts';
import { newId } from '../db/id.ts';
import type { Domain } from '../domain/domain.ts';
import type { EngineStatus } from '../engines/engine.ts';
import { createApp } from '../http/app.ts';
import { addConsolePages } from '../http/console/pages.ts';
import { addPages } from '../http/pages.ts';
import type { Isolation } from '../jobs/isolation.ts';
import { untilAborted } from '../network/until-aborted.ts';
import type { SourceStatus } from '../sources/sources.ts';
import type { FilesStorage } from '../storage/files.ts';
import type { Storage } from '../storage/storage.ts';
import { createUploadHost, type UploadHost } from '../storage/upload-host.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';
import { openOperatorView } from './operator.ts';
import { version } from './version.ts';

export interface Api {
  readonly config: Config;
  readonly domain: Domain;
  readonly storage: Storage;
  readonly metrics: Metrics;
  readonly adminToken: string;
  readonly accounts: Accounts;
  /** Base address of presigned URLs. */
  readonly uploadOrigin: string;
  readonly log: Logger;
  readonly engines: readonly EngineStatus[];
  /** State at the start. */
  readonly links: SourceStatus;
  /** Null in a process that opens no videos. */
  readonly isolation: Isolation | null;
}

export function createApi(api: Api): FastifyInstance {
  const { config, domain, storage, metrics, adminToken, log } = api;
  const closing = new AbortController();
  const app = createApp({
    deps: {
      domain,
      storage,
      accounts: api.accounts,
      adminToken,
      uploadUrlMs: config.uploads.urlMs,
      publicUrl: config.http.configuredUrl,
      version,
      closing: closing.signal,
      onFault: (fault, requestId) =>
        log.error({ requestId, code: fault.code, detail: fault.detail, err: fault.cause }, 'fault'),
      operator: openOperatorView({
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
    },
    onAnswer: metrics.request,
    trustedProxies: config.http.trustedProxies,
  });
  app.addHook('preClose', async () => closing.abort());
  addConsolePages(app, { folder: config.http.consoleDir, uploadOrigin: api.uploadOrigin });
  addPages(app, {
    publicUrl: config.http.publicUrl,
    ready: () => readiness(api),
    metrics: async () => ({
      contentType: metrics.registry.contentType,
      body: await metrics.registry.metrics(),
    }),
  });
  return app;
}

/** Database, storage and queue answer within 2 s each. */
async function readiness({ domain, storage, engines, links, isolation }: Api) {
  const probe = async (check: (signal: AbortSignal) => Promise<unknown>): Promise<string> => {
    const signal = AbortSignal.timeout(2000);
    return untilAborted(check(signal), signal).then(
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
  return {
    ok,
    parts: {
      database,
      storage: store,
      queue,
      engines: there,
      links,
      ...(isolation && { sandbox: { kind: isolation.kind, about: isolation.text } }),
    },
  };
}

export async function listenForUploads(
  { host: address, configuredUrl }: Config['http'],
  options: {
    storage: FilesStorage;
    signingSecret: string;
    port: number;
    log: Logger;
  },
): Promise<UploadHost> {
  const host = createUploadHost({
    storage: options.storage,
    signingSecret: options.signingSecret,
    // If the operator set no address, pages may be served under any name; each URL carries its own authority.
    allowOrigin: configuredUrl === null ? '*' : new URL(configuredUrl).origin,
    now: Date.now,
    newRequestId: () => newId('req'),
    log: (message, fields) => options.log.info(fields, message),
  });
  await new Promise<void>((resolve, reject) => {
    host.server.once('error', reject).listen(options.port, address, resolve);
  });
  return host;
}
