/** The five lines a start prints: what runs, where, with which engines, and what each missing one would need. */
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { EngineStatus } from './engines/engine.ts';
import type { SourceStatus } from './sources/sources.ts';

export interface Started {
  readonly version: string;
  readonly apiUrl: string;
  readonly uploadUrl: string;
  readonly engines: readonly EngineStatus[];
  readonly links: SourceStatus;
}

export function startupReport(config: Config, started: Started): string[] {
  const { engines, links } = started;
  const there = engines.filter((engine) => engine.available).map(nameOf);
  const missing = engines
    .filter((engine) => !engine.available)
    .map((engine) => `${engine.role} ${engine.info.name}: ${engine.needs}`);
  if (links.advice) missing.push(`links: ${links.advice}`);
  const database = config.DATABASE_URL
    ? `PostgreSQL at ${new URL(config.DATABASE_URL).host}`
    : `embedded in ${join(config.REELSIGHT_DATA_DIR, 'database')}`;
  const storage = config.STORAGE_URL
    ? `bucket ${new URL(config.STORAGE_URL).hostname}`
    : join(config.REELSIGHT_DATA_DIR, 'storage');
  const serves =
    config.REELSIGHT_ROLE === 'worker'
      ? 'worker without HTTP'
      : `console and API ${started.apiUrl}, docs ${started.apiUrl}/docs, uploads ${started.uploadUrl}`;
  return [
    `Reelsight ${started.version} (${config.REELSIGHT_ROLE}): ${serves}`,
    `Database ${database}; files in ${storage}`,
    `Engines here: ${there.join(', ')}${links.version ? `; links by yt-dlp ${links.version}` : ''}`,
    missing.length > 0 ? `Not here: ${missing.join('; ')}` : 'Every engine is here',
    `Operator's token: ${config.REELSIGHT_ADMIN_TOKEN ? 'as configured' : join(config.REELSIGHT_DATA_DIR, 'admin-token')}`,
  ];
}

const nameOf = ({ role, info }: EngineStatus): string =>
  `${role} ${info.name}${info.version ? ` ${info.version}` : ''} (${info.kind})`;
