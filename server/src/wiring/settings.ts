/**
 * Every setting an operator can change, as data: grouped by the part of the service it is for, under the name and in the unit
 * used there. `docs/configuration.md` is made from it.
 */
import { accounts } from './account-settings.ts';
import { engines, models, remote, worker } from './analysis-settings.ts';
import {
  assistants,
  callLimits,
  connections,
  disk,
  monitoring,
  uploadLimits,
} from './limit-settings.ts';
import { setting } from './setting.ts';
import * as kind from './setting-kinds.ts';

const service = {
  role: setting(
    'REELSIGHT_ROLE',
    kind.oneOf(['all', 'api', 'worker']),
    'all',
    'What this process does.',
  ),
  dataDir: setting(
    'REELSIGHT_DATA_DIR',
    kind.text,
    './data',
    'Folder of the embedded database, files, models and work.',
  ),
  logLevel: setting(
    'REELSIGHT_LOG_LEVEL',
    kind.oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    'info',
    'Least severe log line.',
  ),
  unknownSettings: setting(
    'REELSIGHT_UNKNOWN_SETTINGS',
    kind.oneOf(['refuse', 'warn']),
    'refuse',
    'What happens at start with a variable that begins with REELSIGHT_ and is no setting of this version; warn: it is only told, for when several versions share an environment.',
  ),
  adminToken: setting(
    'REELSIGHT_ADMIN_TOKEN',
    kind.secret,
    null,
    "Operator's token, at least 32 characters; unset: made on first start and kept in the data folder (admin-token).",
  ),
};

const http = {
  port: setting('PORT', kind.port, '8080', 'Port of the API and the console.'),
  host: setting('REELSIGHT_HOST', kind.text, '0.0.0.0', 'Address both ports listen on.'),
  configuredUrl: setting(
    'PUBLIC_URL',
    kind.address,
    null,
    'Address clients call; default http://localhost:PORT. Set it to open the console under any name but localhost: it answers under this name alone.',
  ),
  hstsDays: setting(
    'REELSIGHT_HSTS_DAYS',
    kind.amount,
    '365',
    'Days browsers are told to come by https alone, where people come by https; 0 ends it.',
  ),
  corsOrigins: setting(
    'REELSIGHT_CORS_ORIGINS',
    kind.originsOrAny,
    '',
    'Origins of pages that may call the API by key and upload from a browser (CORS), such as https://app.example.com, separated by commas; `*` for any. Whoever sees such a page can read its key: give it as few scopes as it needs. The calls of the console are never among them; a bucket of S3 needs CORS rules of its own.',
  ),
  trustedProxies: setting(
    'REELSIGHT_TRUSTED_PROXIES',
    kind.networks,
    '',
    'Addresses or networks of reverse proxies, separated by commas, whose X-Forwarded-For, X-Forwarded-Host and X-Forwarded-Proto are believed: address of who calls, name and scheme people use.',
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
    'Minutes a presigned URL is valid.',
  ),
  limits: uploadLimits,
};

const database = {
  url: setting(
    'DATABASE_URL',
    kind.postgresUrl,
    null,
    'postgres://… for PostgreSQL; unset: embedded in the data folder.',
  ),
  poolSize: setting(
    'REELSIGHT_DATABASE_POOL',
    kind.count,
    '10',
    'Connections to PostgreSQL a process opens.',
  ),
};

const storage = {
  url: setting(
    'STORAGE_URL',
    kind.url,
    null,
    's3://bucket?endpoint=… for S3; unset: files in the data folder.',
  ),
  accessKeyId: setting('AWS_ACCESS_KEY_ID', kind.text, null, 'Access key of the S3 storage.'),
  secretAccessKey: setting(
    'AWS_SECRET_ACCESS_KEY',
    kind.text,
    null,
    'Secret key of the S3 storage.',
  ),
  sessionToken: setting('AWS_SESSION_TOKEN', kind.text, null, 'Session token of the S3 storage.'),
  region: setting('AWS_REGION', kind.text, null, 'Region of the S3 storage if its URL names none.'),
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
    'Retries after an infrastructure failure.',
  ),
  heldMs: setting('REELSIGHT_HELD_DAYS', kind.days, '7', 'Days a held job waits for credits.'),
  platformPerMinute: setting(
    'REELSIGHT_PLATFORM_REQUESTS_PER_MINUTE',
    kind.count,
    '120',
    'Requests to one platform that one workspace may cause in a minute; jobs and Follows above it wait.',
  ),
  platformAwayMs: setting(
    'REELSIGHT_PLATFORM_AWAY_HOURS',
    kind.hours,
    '6',
    'Longest a workspace whose requests get 429 from a platform again and again is kept away from it; one is forgotten after it.',
  ),
  assumedSeconds: setting(
    'REELSIGHT_ESTIMATE_MINUTES',
    kind.minutesInSeconds,
    '10',
    'Minutes an estimate assumes while the length of the video is unknown.',
  ),
};

/** How long what is there stays. */
const retention = {
  jobsMs: setting(
    'REELSIGHT_JOB_RETENTION_DAYS',
    kind.someDays,
    null,
    'Days after its end that a job is removed with its media, frames and results, as DELETE /v1/jobs/:id does; unset: jobs are kept until somebody deletes them.',
  ),
  mediaMs: setting(
    'REELSIGHT_MEDIA_DAYS',
    kind.days,
    '7',
    'Days ingested media and transcripts are kept for reuse.',
  ),
  unusedUploadMs: setting(
    'REELSIGHT_UNUSED_UPLOAD_HOURS',
    kind.hours,
    '24',
    'Hours an upload that no job used is kept.',
  ),
  deliveriesMs: setting(
    'REELSIGHT_DELIVERY_DAYS',
    kind.days,
    '30',
    'Days webhook deliveries are kept in the log.',
  ),
  eventsMs: setting(
    'REELSIGHT_EVENT_DAYS',
    kind.days,
    '7',
    'Days events of jobs and batches are kept, so that readers can go on where they were.',
  ),
  auditMs: setting(
    'REELSIGHT_AUDIT_DAYS',
    kind.days,
    '365',
    'Days entries of the audit log are kept.',
  ),
  idempotencyMs: setting(
    'REELSIGHT_IDEMPOTENCY_HOURS',
    kind.hours,
    '48',
    'Hours an Idempotency-Key is remembered.',
  ),
};

const plans = {
  changes: setting(
    'REELSIGHT_PLANS',
    kind.planChanges,
    null,
    'JSON that replaces numbers of the plan table, by plan.',
  ),
};

const prices = {
  processingMinute: setting(
    'REELSIGHT_PRICE_PROCESSING_MINUTE',
    kind.amount,
    '10',
    'Credits a minute of processing.',
  ),
  audioMinute: setting(
    'REELSIGHT_PRICE_AUDIO_MINUTE',
    kind.amount,
    '0.5',
    'Credits a minute of transcribed audio.',
  ),
  textFrame: setting(
    'REELSIGHT_PRICE_TEXT_FRAME',
    kind.amount,
    '0.01',
    'Credits a frame read for text.',
  ),
  objectFrame: setting(
    'REELSIGHT_PRICE_OBJECT_FRAME',
    kind.amount,
    '0.01',
    'Credits a frame searched for objects.',
  ),
  logoFrame: setting(
    'REELSIGHT_PRICE_LOGO_FRAME',
    kind.amount,
    '0.01',
    'Credits a frame searched for logos.',
  ),
  visionImage: setting(
    'REELSIGHT_PRICE_VISION_IMAGE',
    kind.amount,
    '0.2',
    'Credits a picture shown to a vision model.',
  ),
  thousandTokensIn: setting(
    'REELSIGHT_PRICE_1K_TOKENS_IN',
    kind.amount,
    '0.02',
    'Credits 1,000 tokens read by a language model.',
  ),
  thousandTokensOut: setting(
    'REELSIGHT_PRICE_1K_TOKENS_OUT',
    kind.amount,
    '0.1',
    'Credits 1,000 tokens written by one.',
  ),
};

const webhooks = {
  concurrency: setting(
    'REELSIGHT_WEBHOOK_CONCURRENCY',
    kind.count,
    '32',
    'Webhook attempts a process makes at once.',
  ),
  perWorkspace: setting(
    'REELSIGHT_WEBHOOK_PER_WORKSPACE',
    kind.count,
    '8',
    'Webhook attempts of one workspace at once over all processes; never more than half of those of a process.',
  ),
  retryTailMs: setting(
    'REELSIGHT_WEBHOOK_RETRY_TAIL',
    kind.retryTail,
    '',
    'Waits before further attempts after the four of the interface, separated by commas, each with s, m or h, such as 5m,30m,2h,5h,10h; at most 10, at most 72 hours in all. Unset: none follow.',
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
    'Longest one look-up of such a name may take.',
  ),
  atOnce: setting(
    'REELSIGHT_DNS_LOOKUPS',
    kind.count,
    '128',
    'Such look-ups of a process at once.',
  ),
  perWorkspace: setting(
    'REELSIGHT_DNS_LOOKUPS_PER_WORKSPACE',
    kind.count,
    '16',
    'Such look-ups of one workspace at once in a process.',
  ),
};

const follows = {
  atOnce: setting(
    'REELSIGHT_FOLLOW_RUNS',
    kind.count,
    '4',
    'Runs of Follows a process does at once.',
  ),
  perWorkspace: setting(
    'REELSIGHT_FOLLOW_RUNS_PER_WORKSPACE',
    kind.count,
    '2',
    'Runs of Follows of one workspace at once over all processes.',
  ),
};

const sources = {
  program: setting(
    'REELSIGHT_YTDLP',
    kind.text,
    'yt-dlp',
    'Program that resolves and downloads platform links.',
  ),
  cookiesFile: setting(
    'REELSIGHT_YTDLP_COOKIES',
    kind.text,
    null,
    'Cookie file of a throw-away account for yt-dlp: used for single public videos that a platform shows only after signing in.',
  ),
  proxy: setting('REELSIGHT_YTDLP_PROXY', kind.text, null, 'Proxy for yt-dlp.'),
  pausedPlatforms: setting(
    'REELSIGHT_PAUSED_PLATFORMS',
    kind.list,
    '',
    'Platforms that are paused, separated by commas.',
  ),
  allowDirect: setting(
    'REELSIGHT_ALLOW_DIRECT_LINKS',
    kind.flag,
    'false',
    'Accept links to media files.',
  ),
  directHosts: setting(
    'REELSIGHT_DIRECT_HOSTS',
    kind.list,
    '',
    'Hosts of direct links, separated by commas.',
  ),
  privateNetworks: setting(
    'REELSIGHT_PRIVATE_LINK_NETWORKS',
    kind.networks,
    '',
    'Networks that direct links may lead into although they are not public, such as 10.20.0.0/16 of your media servers, separated by commas. Never loopback, link-local or metadata addresses, nor the ports of this service.',
  ),
  download: {
    maxBytes: setting(
      'REELSIGHT_MAX_SOURCE_MB',
      kind.megabytes,
      '4096',
      'Largest download of a link.',
    ),
    heightPixels: setting(
      'REELSIGHT_SOURCE_HEIGHT',
      kind.count,
      '720',
      'Preferred picture height of a download.',
    ),
  },
};

export const settings = {
  service,
  http,
  connections,
  callLimits,
  assistants,
  monitoring,
  uploads,
  database,
  storage,
  disk,
  accounts,
  domain,
  retention,
  plans,
  prices,
  webhooks,
  names,
  sources,
  follows,
  models,
  engines,
  remote,
  worker,
} as const;
