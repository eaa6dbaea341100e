/** What the API process serves: the routes, the pages without a key, and the upload host beside them. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/accounts.ts';
import { newId } from '../db/id.ts';
import type { Domain } from '../domain/domain.ts';
import type { EngineStatus } from '../engines/engine.ts';
import { createApp } from '../http/app.ts';
import { carriesToken } from '../http/bearer.ts';
import { addConsolePages } from '../http/console/pages.ts';
import { addPages, type PagesOptions } from '../http/pages.ts';
import type { Isolation } from '../jobs/isolation.ts';
import { inNetworks } from '../network/address-block.ts';
import { sharedLook } from '../network/shared-look.ts';
import type { SourceStatus } from '../sources/sources.ts';
import type { DiskWatch } from '../storage/disk-watch.ts';
import type { FilesStorage } from '../storage/files.ts';
import type { Storage } from '../storage/storage.ts';
import type { StorageKey } from '../storage/storage-key.ts';
import { createUploadHost, type UploadHost } from '../storage/upload-host.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';
import { openOperatorView } from './operator.ts';
import { openReadiness, type Readiness } from './readiness.ts';
import { version } from './version.ts';

export interface Api {
  readonly config: Config;
  readonly domain: Domain;
  readonly storage: Storage;
  readonly disk: DiskWatch;
  readonly metrics: Metrics;
  readonly adminToken: string;
  readonly accounts: Accounts;
  /** Where people reach it, once it listens. */
  readonly origin: () => string;
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
  const { config, domain, storage, disk, metrics, adminToken, log } = api;
  const closing = new AbortController();
  const readiness = openReadiness(api);
  const app = createApp({
    deps: {
      ...{ domain, storage, version, adminToken },
      accounts: api.accounts,
      uploadUrlMs: config.uploads.urlMs,
      limits: config.callLimits,
      assistants: config.assistants,
      publicUrl: config.http.configuredUrl,
      origin: api.origin,
      hstsDays: config.http.hstsDays,
      onUnsetUrl: () => log.warn(unsetUrl),
      closing: closing.signal,
      onFault: (fault, requestId) =>
        log.error({ requestId, code: fault.code, detail: fault.detail, err: fault.cause }, 'fault'),
      operator: openOperatorView({
        ...{ config, domain, version, disk },
        storageKind: storage.kind,
        parts: async () => {
          const { disk: _shown, ...parts } = (await readiness()).parts;
          return parts;
        },
        links: api.links,
        signal: closing.signal,
      }),
    },
    onAnswer: metrics.request,
    connections: { ...config.connections, trustedProxies: config.http.trustedProxies },
  });
  app.addHook('preClose', async () => closing.abort());
  addConsolePages(app, { folder: config.http.consoleDir, uploadOrigin: api.uploadOrigin });
  addPages(app, pagesOptions(api, readiness));
  return app;
}

const unsetUrl =
  'A trusted proxy says that people come by https, but PUBLIC_URL is not set. Set it to the address they use: cookies, links and the names the console answers under follow from it.';

const metricsAgeMs = 1000;

/** Both cost nothing when asked often, and may be kept from strangers. */
function pagesOptions(api: Api, readiness: () => Promise<Readiness>): PagesOptions {
  const { config, metrics, adminToken, engines, links, isolation } = api;
  const { token, networks } = config.monitoring;
  const isKnown = inNetworks(networks);
  const tokens = token === null ? [adminToken] : [adminToken, token];
  const there = engines
    .filter((engine) => engine.available)
    .map(({ role, info }) => ({ role, ...info }));
  const sandbox = isolation && { sandbox: { kind: isolation.kind, about: isolation.text } };
  return {
    publicUrl: config.http.publicUrl,
    ready: async () => {
      const { ok, parts } = await readiness();
      return { ok, parts: { ...parts, engines: there, links, ...sandbox } };
    },
    metrics: sharedLook(metricsAgeMs, async () => ({
      contentType: metrics.registry.contentType,
      body: await metrics.registry.metrics(),
    })),
    mayMonitor: (request) =>
      (token === null && networks.length === 0) ||
      isKnown(request.ip) ||
      tokens.some((one) => carriesToken(request, one)),
  };
}

export async function listenForUploads(
  { http: { host: address, configuredUrl, trustedProxies }, connections, uploads }: Config,
  options: {
    storage: FilesStorage;
    disk: DiskWatch;
    onStored: (key: StorageKey) => Promise<void>;
    signingSecret: string;
    port: number;
    log: Logger;
  },
): Promise<UploadHost> {
  const host = createUploadHost({
    ...{ storage: options.storage, disk: options.disk, onStored: options.onStored },
    signingSecret: options.signingSecret,
    limits: { ...connections, ...uploads.limits, trustedProxies },
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
