/** Sets up the servers of the API process: the routes, the pages that need no key, and the upload host. */
import { Fault } from '@reelsight/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Accounts } from '../../accounts/accounts.ts';
import { newId } from '../../db/id.ts';
import type { OnAnswer } from '../../http/answered.ts';
import { createApp } from '../../http/app.ts';
import type { BackupsView, OperatorView } from '../../http/console/operator-view.ts';
import { addConsolePages } from '../../http/console/pages.ts';
import { addPages } from '../../http/pages.ts';
import type { RunnerDesk } from '../../http/runner-desk.ts';
import { createIsShared, createShareGate } from '../../http/share-gate.ts';
import type { Meaning } from '../../search/meaning.ts';
import type { Sight } from '../../search/sight.ts';
import type { DiskWatch } from '../../storage/disk-watch.ts';
import type { FilesStorage } from '../../storage/files.ts';
import type { Storage } from '../../storage/storage.ts';
import { type StorageKey, storageKey } from '../../storage/storage-key.ts';
import { createUploadHost, type OnUpload, type UploadHost } from '../../storage/upload-host.ts';
import type { Tracer } from '../../tracing/tracer.ts';
import { DiskMeasure } from '../operations/disk-use.ts';
import { type Monitored, monitoringOptions } from '../operations/monitoring.ts';
import { openOperatorView } from '../operations/operator.ts';
import type { RequestLog } from '../operations/request-log.ts';
import type { Config } from '../settings/config.ts';
import { version } from './version.ts';

export interface Api extends Monitored {
  readonly backups: BackupsView;
  readonly meaning: Meaning | null;
  readonly sight: Sight;
  readonly storage: Storage;
  readonly disk: DiskWatch;
  readonly runnerDesk: RunnerDesk;
  readonly accounts: Accounts;
  /** The service's public origin; known once the service listens. */
  readonly origin: () => string;
  /** Origin of the presigned URLs for uploads. */
  readonly uploadOrigin: string;
  readonly log: Logger;
  readonly tracer: Tracer;
  readonly onAnswer: OnAnswer;
  /** Aborts when the process is about to close. */
  readonly draining: AbortSignal;
}

export function createApi(api: Api): FastifyInstance {
  const { config, domain, storage, adminToken, log, onAnswer } = api;
  const closing = new AbortController();
  const knowShare = createShareGate({ domain, limits: config.callLimits });
  const app = createApp({
    deps: {
      domain,
      meaning: api.meaning,
      sight: api.sight,
      storage,
      version,
      adminToken,
      knowShare,
      accounts: api.accounts,
      runnerDesk: api.runnerDesk,
      uploadUrlMs: config.uploads.urlMs,
      limits: config.callLimits,
      assistants: config.assistants,
      publicUrl: config.http.configuredUrl,
      origin: api.origin,
      hstsDays: config.http.hstsDays,
      corsOrigins: config.http.corsOrigins,
      onUnsetUrl: () => log.warn(unsetUrl),
      closing: closing.signal,
      onFault: (fault, requestId) =>
        log.error(
          { request_id: requestId, code: fault.code, detail: fault.detail, err: fault.cause },
          'fault',
        ),
      operator: operatorView(api, closing.signal),
    },
    onAnswer,
    draining: api.draining,
    tracer: api.tracer,
    connections: { ...config.connections, trustedProxies: config.http.trustedProxies },
  });
  app.addHook('preClose', async () =>
    closing.abort(new Fault('SERVICE_UNAVAILABLE', 'the service stops')),
  );
  addConsolePages(app, {
    folder: config.http.consoleDir,
    uploadOrigin: api.uploadOrigin,
    isShared: createIsShared(knowShare),
  });
  addPages(app, { ...monitoringOptions(api), publicUrl: config.http.publicUrl });

  return app;
}

function operatorView(api: Api, signal: AbortSignal): OperatorView {
  const { config, domain, meaning, sight, storage, disk, links, backups, log } = api;
  return openOperatorView({
    config,
    domain,
    meaning,
    version,
    disk,
    links,
    backups,
    findsPicturesByWords: sight.words !== null,
    signal,
    storageKind: storage.kind,
    parts: async () => {
      const { disk: _shown, ...parts } = (await api.readiness()).parts;
      return parts;
    },
    diskUse: new DiskMeasure({
      domain,
      storage,
      dataDir: config.service.dataDir,
      onError: (error) => log.error({ err: error }, 'files could not be counted'),
    }),
  });
}

const unsetUrl =
  'A trusted proxy says that people come by https, but PUBLIC_URL is not set. Set it to the address they use: cookies, links and the names the console answers under follow from it.';

export async function listenForUploads(
  {
    http: { host: address, configuredUrl, corsOrigins, trustedProxies },
    connections,
    uploads,
  }: Config,
  options: {
    storage: FilesStorage;
    disk: DiskWatch;
    groupOf: (workspace: string) => Promise<string>;
    mayStore: (key: StorageKey) => Promise<boolean>;
    onStored: (key: StorageKey) => Promise<boolean>;
    signingSecret: string;
    port: number;
    requests: RequestLog;
    onUpload: OnUpload;
  },
): Promise<UploadHost> {
  const host = createUploadHost({
    storage: options.storage,
    disk: options.disk,
    groupOf: options.groupOf,
    mayStore: options.mayStore,
    onStored: options.onStored,
    onUpload: options.onUpload,
    signingSecret: options.signingSecret,
    limits: { ...connections, ...uploads.limits, trustedProxies },
    // If the operator has set no public URL, the pages may be served under any name, so any origin is allowed. That is
    // safe, because the signed URL is the permission to upload.
    allowedOrigins:
      configuredUrl === null ? ['*'] : [new URL(configuredUrl).origin, ...corsOrigins],
    now: Date.now,
    newRequestId: () => newId('req'),
    // Logged through the request log, which limits the lines: strangers can cause refusals as often as they like.
    log: (message, { requestId, detail, ...fields }) =>
      options.requests.refused(message, fields, { request_id: requestId, detail }),
  });
  await new Promise<void>((resolve, reject) => {
    host.server.once('error', reject).listen(options.port, address, resolve);
  });

  return host;
}

/** Origin of presigned URLs, which only the S3 client can determine; no network request is made. */
export async function originOfUploads(storage: Storage): Promise<string> {
  const key = storageKey('uploads', 'none', 'none');
  const terms = {
    contentType: 'video/mp4',
    sizeBytes: 1,
    expiresAt: new Date(Date.now() + 60_000),
  };
  return new URL(await storage.presignPut(key, terms)).origin;
}
