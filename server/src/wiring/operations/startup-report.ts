/**
 * The lines that the service prints at startup: its role, addresses and engines, what each missing engine requires, and
 * how to begin.
 */
import { join } from 'node:path';
import type { EngineStatus } from '../../engines/engine.ts';
import type { Isolation } from '../../jobs/ingestion/isolation.ts';
import { describeOrigin, type SourceStatus } from '../../sources/source-status.ts';
import type { Config } from '../settings/config.ts';

export interface Started {
  readonly version: string;
  readonly apiUrl: string;
  readonly uploadUrl: string;
  readonly monitoringUrl: string | null;
  readonly firstAccountUrl: string | null;
  readonly engines: readonly EngineStatus[];
  readonly links: SourceStatus;
  readonly isolation: Pick<Isolation, 'text'> | null;
}

export function startupReport(config: Config, started: Started): string[] {
  const { engines, links, isolation } = started;
  const availableEngines = engines.filter((engine) => engine.available).map(nameOf);
  const missing = engines
    .filter((engine) => !engine.available)
    .map((engine) => `${engine.role}: ${engine.needs}`);
  if (links.advice) missing.push(`links: ${links.advice}`);

  const { service } = config;
  const database = config.database.url
    ? `PostgreSQL at ${new URL(config.database.url).host}`
    : `embedded in ${config.database.dataDir}`;
  const storage = config.storage.url
    ? `bucket ${new URL(config.storage.url).hostname}`
    : join(service.dataDir, 'storage');
  const serves =
    service.role === 'worker'
      ? `worker, ${started.monitoringUrl === null ? 'without probes' : `health and metrics ${started.monitoringUrl}`}`
      : `console and API ${started.apiUrl}, docs ${started.apiUrl}/docs, ${uploadsOf(config, started)}`;
  const lines = [
    `Reelsight ${started.version} (${service.role}): ${serves}`,
    `Database ${database}; files in ${storage}`,
    `Engines available: ${availableEngines.join(', ')}${describeLinks(links)}`,
    ...(config.engines.device === 'cpu' ? [] : [`Their networks run on ${config.engines.device}`]),
    missing.length > 0 ? `Missing: ${missing.join('; ')}` : 'No engine is missing',
    ...(isolation ? [`Videos are opened ${isolation.text}`] : []),
    ...(links.sandbox ? [`Links are read ${links.sandbox.about}`] : []),
    `Operator's token: ${service.adminToken ? 'as configured' : join(service.dataDir, 'admin-token')}`,
  ];
  if (started.firstAccountUrl !== null)
    lines.push(`Create the first account, the operator's: ${started.firstAccountUrl}`);

  return lines;
}

/** Describes where uploads go: with a bucket, clients send them directly to it instead of to this process. */
function uploadsOf({ storage }: Config, { uploadUrl }: Started): string {
  if (storage.url === null) return `uploads ${uploadUrl}`;
  const { hostname, searchParams } = new URL(storage.url);
  const endpoint =
    searchParams.get('public_endpoint') ?? searchParams.get('endpoint') ?? 'Amazon S3';
  return `uploads go straight to bucket ${hostname} at ${endpoint}`;
}

const describeLinks = ({ version, ageDays, origin }: SourceStatus): string =>
  version === null
    ? ''
    : `; links with yt-dlp ${version} (${describeOrigin(origin)}, ${ageDays} days old)`;

const nameOf = ({ role, info }: EngineStatus): string =>
  `${role} ${info.name}${info.version ? ` ${info.version}` : ''} (${info.kind})`;
