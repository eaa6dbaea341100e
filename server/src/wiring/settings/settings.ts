/**
 * Every setting that an operator can change, as data. Settings are grouped by the part of the service that uses them,
 * with the names and units used there. `docs/configuration.md` is generated from this file.
 */
import { accounts } from './account-settings.ts';
import { engines, meaning, models, remote, sight, worker } from './analysis-settings.ts';
import { backups } from './backup-settings.ts';
import {
  assistants,
  callLimits,
  connections,
  disk,
  monitoring,
  uploadLimits,
} from './limit-settings.ts';
import { sources } from './link-settings.ts';
import { mail } from './mail-settings.ts';
import { runner } from './runner-settings.ts';
import { secretSetting, setting } from './setting.ts';
import * as kind from './setting-kinds.ts';
import { tracing } from './tracing-settings.ts';

const service = {
  role: setting(
    'REELSIGHT_ROLE',
    kind.oneOf(['all', 'api', 'worker']),
    'all',
    'Role of this process.',
  ),
  dataDir: setting(
    'REELSIGHT_DATA_DIR',
    kind.text,
    './data',
    'Folder for the embedded database, files, models and work in progress.',
  ),
  logLevel: setting(
    'REELSIGHT_LOG_LEVEL',
    kind.oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    'info',
    'Lowest level of log lines that are written.',
  ),
  unknownSettings: setting(
    'REELSIGHT_UNKNOWN_SETTINGS',
    kind.oneOf(['refuse', 'warn']),
    'refuse',
    'What to do at start about a variable that begins with REELSIGHT_ but is not a setting of this version, or that is a misspelling of a setting without that beginning, such as DATABSE_URL. `warn` only prints it, for environments that several versions share.',
  ),
  adminToken: secretSetting(
    'REELSIGHT_ADMIN_TOKEN',
    kind.secret,
    null,
    "Operator's token, at least 32 characters; unset: made on first start and kept in the data folder (admin-token).",
  ),
};

const http = {
  port: setting('PORT', kind.port, '8080', 'Port of the API and the console.'),
  host: setting('REELSIGHT_HOST', kind.text, '0.0.0.0', 'Address on which both ports listen.'),
  drainMs: setting(
    'REELSIGHT_DRAIN_SECONDS',
    kind.seconds,
    '5',
    'Seconds for which an API goes on answering after SIGTERM, while /readyz says 503, so that a load balancer sends requests elsewhere before it closes: longer than the balancer takes to notice. Ctrl-C does not wait, nor does a service on the embedded database.',
  ),
  configuredUrl: setting(
    'PUBLIC_URL',
    kind.address,
    null,
    'Address that clients call; default: http://localhost:PORT. Set it to open the console under any name but localhost; the console then answers only under this name.',
  ),
  hstsDays: setting(
    'REELSIGHT_HSTS_DAYS',
    kind.amount,
    '365',
    'Days for which browsers are told to use https only, where people connect by https; 0 revokes it.',
  ),
  corsOrigins: setting(
    'REELSIGHT_CORS_ORIGINS',
    kind.originsOrAny,
    '',
    'Origins of pages, such as https://app.example.com, that may call the API with a key and upload from a browser (CORS), separated by commas; `*` for any. Whoever sees such a page can read its key, so give the key as few scopes as it needs. The calls of the console are never included; an S3 bucket needs its own CORS rules.',
  ),
  trustedProxies: setting(
    'REELSIGHT_TRUSTED_PROXIES',
    kind.networks,
    '',
    'Addresses or networks of reverse proxies, separated by commas, whose X-Forwarded-For, X-Forwarded-Host and X-Forwarded-Proto are trusted: the address of the caller, and the name and scheme that people use.',
  ),
  consoleDir: setting(
    'REELSIGHT_CONSOLE_DIR',
    kind.text,
    null,
    "Folder of the built console; default: the console's own dist folder.",
  ),
};

const uploads = {
  port: setting('UPLOAD_PORT', kind.port, '8081', 'Port of the upload host.'),
  configuredUrl: setting(
    'UPLOAD_URL',
    kind.address,
    null,
    'Address of the upload host; default http://localhost:UPLOAD_PORT.',
  ),
  urlMs: setting(
    'REELSIGHT_UPLOAD_URL_MINUTES',
    kind.minutes,
    '60',
    'Minutes for which a presigned URL is valid.',
  ),
  finishMs: setting(
    'REELSIGHT_UPLOAD_FINISH_SECONDS',
    kind.seconds,
    '20',
    'Seconds that uploads under way may take to finish once the upload host has stopped taking new ones, before the process ends. With REELSIGHT_DRAIN_SECONDS it must fit into the time to stop that a supervisor gives.',
  ),
  limits: uploadLimits,
};

const database = {
  url: secretSetting(
    'DATABASE_URL',
    kind.postgresUrl,
    null,
    'postgres://… for PostgreSQL; unset: the embedded database in the data folder.',
  ),
  poolSize: setting(
    'REELSIGHT_DATABASE_POOL',
    kind.count,
    '10',
    'Connections to PostgreSQL that a process opens.',
  ),
  migrate: setting(
    'REELSIGHT_MIGRATE',
    kind.oneOf(['auto', 'off']),
    'auto',
    'Whether a start brings the database up to date. With `off`, a start on a database that is not up to date is refused; run `reelsight migrate` first.',
  ),
  migrateMs: setting(
    'REELSIGHT_MIGRATE_SECONDS',
    kind.seconds,
    '600',
    'Seconds that a start or `reelsight migrate` waits at most for another process that brings the database up to date, and for a table that a long transaction uses.',
  ),
};

const storage = {
  url: secretSetting(
    'STORAGE_URL',
    kind.url,
    null,
    's3://bucket?endpoint=… for S3; unset: files in the data folder.',
  ),
  accessKeyId: secretSetting('AWS_ACCESS_KEY_ID', kind.text, null, 'Access key of the S3 storage.'),
  secretAccessKey: secretSetting(
    'AWS_SECRET_ACCESS_KEY',
    kind.text,
    null,
    'Secret key of the S3 storage.',
  ),
  sessionToken: secretSetting(
    'AWS_SESSION_TOKEN',
    kind.text,
    null,
    'Session token of the S3 storage.',
  ),
  region: setting(
    'AWS_REGION',
    kind.text,
    null,
    'Region of the S3 storage if STORAGE_URL names none.',
  ),
};

const domain = {
  stallMs: setting(
    'REELSIGHT_STALL_SECONDS',
    kind.seconds,
    '60',
    'Seconds without a sign of life after which a worker counts as stalled.',
  ),
  retries: setting(
    'REELSIGHT_RETRIES',
    kind.countOrNone,
    '2',
    'Retries after the process that works on a video died. The loss of a whole worker does not count: it is retried up to 10 times.',
  ),
  heldMs: setting(
    'REELSIGHT_HELD_DAYS',
    kind.days,
    '7',
    'Days for which a held job waits for credits.',
  ),
  platformPerMinute: setting(
    'REELSIGHT_PLATFORM_REQUESTS_PER_MINUTE',
    kind.count,
    '120',
    'Requests per minute to one platform that the workspaces of one owner may cause together; jobs and Follows beyond that wait.',
  ),
  platformAwayMs: setting(
    'REELSIGHT_PLATFORM_AWAY_HOURS',
    kind.hours,
    '6',
    'Longest time, in hours, for which a workspace whose requests repeatedly get 429 from a platform is kept away from it. After the same time, a 429 is forgotten.',
  ),
  viewsDays: setting(
    'REELSIGHT_VIEWS_DAYS',
    kind.readingDays,
    '1,3,7,30',
    'Days after its publication on which the views of a video from a link are read again, separated by commas; where that is not known, after its analysis. `off`: never.',
  ),
  viewsPerHour: setting(
    'REELSIGHT_VIEWS_PER_HOUR',
    kind.count,
    '240',
    'Videos of one platform whose views are read in an hour, for all workspaces together; further ones wait.',
  ),
  clipsOfWorkspace: setting(
    'REELSIGHT_CLIPS_OF_WORKSPACE',
    kind.count,
    '50',
    'Clips of a workspace that may wait or be made; further ones are refused (429).',
  ),
  unpaidDecodingSeconds: setting(
    'REELSIGHT_UNPAID_DECODING_MINUTES',
    kind.minutesOrOff,
    '60',
    'Minutes a day for which the videos of an owner, in all their workspaces, may be decoded for jobs that then fail, are held or are cancelled without a charge. Above it their videos wait, and `POST /v1/jobs` gets 429. Time that they pay for comes back. Operators have no such limit, and nobody has one where REELSIGHT_PRICE_PROCESSING_MINUTE is 0. `off`: no limit.',
  ),
  assumedSeconds: setting(
    'REELSIGHT_ESTIMATE_MINUTES',
    kind.minutesInSeconds,
    '10',
    'Minutes that an estimate assumes while the length of the video is unknown.',
  ),
};

/** How long existing data is kept. */
const retention = {
  jobsMs: setting(
    'REELSIGHT_JOB_RETENTION_DAYS',
    kind.someDays,
    null,
    'Days for which a finished job is kept. It is then removed with its media, frames and results, as by DELETE /v1/jobs/:id. Unset: jobs are kept until somebody deletes them.',
  ),
  mediaMs: setting(
    'REELSIGHT_MEDIA_DAYS',
    kind.days,
    '7',
    'Days for which ingested media and transcripts are kept for reuse.',
  ),
  keepLinkVideos: setting(
    'REELSIGHT_KEEP_LINK_VIDEOS',
    kind.flag,
    'true',
    'Keep the videos of links as long as their media (REELSIGHT_MEDIA_DAYS), so that they can be played and clips be made of them. `false`: each is deleted once its pictures and sound are read.',
  ),
  unusedUploadMs: setting(
    'REELSIGHT_UNUSED_UPLOAD_HOURS',
    kind.hours,
    '24',
    'Hours for which an upload that no job used is kept.',
  ),
  clipsMs: setting(
    'REELSIGHT_CLIP_RETENTION_DAYS',
    kind.days,
    '7',
    'Days for which a clip is kept after it was last asked for.',
  ),
  reportsMs: setting(
    'REELSIGHT_REPORT_DAYS',
    kind.days,
    '30',
    'Days for which a report is kept with its files.',
  ),
  deliveriesMs: setting(
    'REELSIGHT_DELIVERY_DAYS',
    kind.days,
    '30',
    'Days for which webhook deliveries are kept in the log.',
  ),
  eventsMs: setting(
    'REELSIGHT_EVENT_DAYS',
    kind.days,
    '7',
    'Days for which events of jobs and batches are kept, so that readers can continue where they stopped.',
  ),
  auditMs: setting(
    'REELSIGHT_AUDIT_DAYS',
    kind.days,
    '365',
    'Days for which entries of the audit log are kept.',
  ),
  idempotencyMs: setting(
    'REELSIGHT_IDEMPOTENCY_HOURS',
    kind.hours,
    '48',
    'Hours for which an Idempotency-Key is remembered.',
  ),
};

const plans = {
  changes: setting(
    'REELSIGHT_PLANS',
    kind.planChanges,
    null,
    'JSON that overrides numbers of the plan table, by plan.',
  ),
};

const prices = {
  processingMinute: setting(
    'REELSIGHT_PRICE_PROCESSING_MINUTE',
    kind.amount,
    '10',
    'Credits per minute of processing.',
  ),
  audioMinute: setting(
    'REELSIGHT_PRICE_AUDIO_MINUTE',
    kind.amount,
    '0.5',
    'Credits per minute of transcribed audio.',
  ),
  textFrame: setting(
    'REELSIGHT_PRICE_TEXT_FRAME',
    kind.amount,
    '0.01',
    'Credits per frame read for text.',
  ),
  objectFrame: setting(
    'REELSIGHT_PRICE_OBJECT_FRAME',
    kind.amount,
    '0.01',
    'Credits per frame searched for objects.',
  ),
  logoFrame: setting(
    'REELSIGHT_PRICE_LOGO_FRAME',
    kind.amount,
    '0.01',
    'Credits per frame searched for logos.',
  ),
  visionImage: setting(
    'REELSIGHT_PRICE_VISION_IMAGE',
    kind.amount,
    '0.2',
    'Credits per picture shown to a vision model.',
  ),
  thousandTokensIn: setting(
    'REELSIGHT_PRICE_1K_TOKENS_IN',
    kind.amount,
    '0.02',
    'Credits per 1,000 tokens read by a language model.',
  ),
  thousandTokensOut: setting(
    'REELSIGHT_PRICE_1K_TOKENS_OUT',
    kind.amount,
    '0.1',
    'Credits per 1,000 tokens written by a language model.',
  ),
};

const webhooks = {
  concurrency: setting(
    'REELSIGHT_WEBHOOK_CONCURRENCY',
    kind.count,
    '32',
    'Webhook attempts that a process makes at once.',
  ),
  perWorkspace: setting(
    'REELSIGHT_WEBHOOK_PER_WORKSPACE',
    kind.count,
    '8',
    'Webhook attempts for all workspaces of one owner at once across all processes; never more than half of those of a process.',
  ),
  retryTailMs: setting(
    'REELSIGHT_WEBHOOK_RETRY_TAIL',
    kind.retryTail,
    '',
    'Waits before further attempts after the four of the interface, separated by commas, each with s, m or h, such as 5m,30m,2h,5h,10h; at most 10, at most 72 hours in all. Unset: no further attempts.',
  ),
  allowPrivate: setting(
    'REELSIGHT_ALLOW_PRIVATE_WEBHOOKS',
    kind.flag,
    'false',
    'Allow http, IP addresses and private targets in webhook_url (development).',
  ),
};

const names = {
  servers: setting(
    'REELSIGHT_DNS_SERVERS',
    kind.nameServers,
    '',
    'Name servers for hosts of webhooks and links, as addresses separated by commas; unset: those of the system.',
  ),
  timeoutMs: setting(
    'REELSIGHT_DNS_SECONDS',
    kind.seconds,
    '2',
    'Seconds that one look-up of such a name may take.',
  ),
  atOnce: setting(
    'REELSIGHT_DNS_LOOKUPS',
    kind.count,
    '128',
    'Such look-ups that a process makes at once.',
  ),
  perWorkspace: setting(
    'REELSIGHT_DNS_LOOKUPS_PER_WORKSPACE',
    kind.count,
    '16',
    'Such look-ups for the workspaces of one owner at once in a process.',
  ),
};

const follows = {
  atOnce: setting(
    'REELSIGHT_FOLLOW_RUNS',
    kind.count,
    '4',
    'Runs of Follows that a process does at once, and two more for owners of whom none is under way; for each that takes over 10 seconds one more of these.',
  ),
  perWorkspace: setting(
    'REELSIGHT_FOLLOW_RUNS_PER_WORKSPACE',
    kind.count,
    '2',
    'Runs of Follows of all workspaces of one owner at once across all processes.',
  ),
};

export const settings = {
  service,
  http,
  connections,
  callLimits,
  assistants,
  monitoring,
  tracing,
  uploads,
  database,
  storage,
  backups,
  disk,
  accounts,
  domain,
  retention,
  plans,
  prices,
  webhooks,
  mail,
  names,
  sources,
  follows,
  models,
  engines,
  remote,
  meaning,
  sight,
  worker,
  runner,
} as const;
