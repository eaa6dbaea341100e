/** Every setting an operator can change, as data; the only reader of the environment. */
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultPlans, type Plan, type Plans, planNames } from '@reelsight/contract';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().min(1);
const amount = z.coerce.number().min(0);
const wholeAmount = z.coerce.number().int().min(0).max(1_000_000_000);
const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1');
const text = z.string().min(1);

/** Addresses and networks, separated by commas. */
const networks = z.string().transform((value, context) => {
  const all = value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const wrong = all.find((one) => !isNetwork(one));
  if (wrong === undefined) return all;
  context.addIssue(`${wrong} is neither an address nor a network such as 10.0.0.0/8`);
  return z.NEVER;
});

function isNetwork(given: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(given) ?? [];
  const family = isIP(address);
  return family > 0 && (bits === undefined || Number(bits) <= (family === 4 ? 32 : 128));
}

interface Setting<T extends z.ZodType> {
  readonly schema: T;
  readonly default: string | null;
  readonly about: string;
}

function setting<T extends z.ZodType>(schema: T, value: string | null, about: string): Setting<T> {
  return { schema, default: value, about };
}

/** Name of the environment variable, default and meaning; `docs/configuration.md` is made from it. */
export const settings = {
  PORT: setting(port, '8080', 'Port of the API and the console.'),
  UPLOAD_PORT: setting(port, '8081', 'Port of the upload host.'),
  REELSIGHT_HOST: setting(text, '0.0.0.0', 'Address both ports listen on.'),
  PUBLIC_URL: setting(z.url(), null, 'Address clients call; default http://localhost:PORT.'),
  UPLOAD_URL: setting(
    z.url(),
    null,
    'Address of the upload host; default http://localhost:UPLOAD_PORT.',
  ),
  REELSIGHT_DATA_DIR: setting(
    text,
    './data',
    'Folder of the embedded database, files, models and work.',
  ),
  DATABASE_URL: setting(
    z.url(),
    null,
    'postgres://… for PostgreSQL; unset: embedded in the data folder.',
  ),
  REELSIGHT_DATABASE_POOL: setting(count, '10', 'Connections to PostgreSQL a process opens.'),
  STORAGE_URL: setting(
    z.url(),
    null,
    's3://bucket?endpoint=… for S3; unset: files in the data folder.',
  ),
  AWS_ACCESS_KEY_ID: setting(text, null, 'Access key of the S3 storage.'),
  AWS_SECRET_ACCESS_KEY: setting(text, null, 'Secret key of the S3 storage.'),
  AWS_SESSION_TOKEN: setting(text, null, 'Session token of the S3 storage.'),
  AWS_REGION: setting(text, null, 'Region of the S3 storage where its URL names none.'),
  REELSIGHT_ADMIN_TOKEN: setting(
    text,
    null,
    "Operator's token; unset: made on first start and kept in the data folder (admin-token).",
  ),
  REELSIGHT_SESSION_SECRET: setting(
    z.string().min(32, 'must have at least 32 characters'),
    null,
    'Signs the cookies of the console; unset: made on first start and kept in the data folder (session-secret). Set it where several API processes run.',
  ),
  REELSIGHT_SIGN_UP: setting(
    z.enum(['open', 'closed']),
    'closed',
    'Who may sign up in the console: `open` anyone, `closed` only who was invited. The first account, the operator, may always.',
  ),
  REELSIGHT_SIGN_UP_PLAN: setting(
    z.enum(planNames),
    'free',
    'Plan of the workspace a person begins with.',
  ),
  REELSIGHT_SIGN_UP_CREDITS: setting(
    wholeAmount,
    '0',
    'Credits of that workspace, beside those its plan gives at sign-up.',
  ),
  REELSIGHT_FIRST_PLAN: setting(z.enum(planNames), 'scale', "Plan of the operator's workspaces."),
  REELSIGHT_FIRST_CREDITS: setting(
    wholeAmount,
    '100000',
    "Credits of the operator's workspaces, beside those of the plan.",
  ),
  REELSIGHT_TRUSTED_PROXIES: setting(
    networks,
    null,
    'Addresses or networks of reverse proxies, separated by commas, whose X-Forwarded-For tells who signs in.',
  ),
  REELSIGHT_CONSOLE_DIR: setting(
    text,
    null,
    "Folder of the built console; default: the console's own dist folder.",
  ),
  REELSIGHT_ROLE: setting(z.enum(['all', 'api', 'worker']), 'all', 'What this process does.'),
  REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: setting(
    flag,
    'false',
    'Allow http, IP addresses and private targets in webhook_url (development).',
  ),
  REELSIGHT_WEBHOOK_CONCURRENCY: setting(count, '16', 'Webhook attempts a process makes at once.'),
  REELSIGHT_LOG_LEVEL: setting(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    'info',
    'Least severe log line.',
  ),
  REELSIGHT_WORKER_CONCURRENCY: setting(
    count,
    String(Math.max(1, Math.min(4, availableParallelism()))),
    'Jobs one worker process analyses at once; default: cores, at most 4.',
  ),
  REELSIGHT_CHILD_MEMORY_MB: setting(
    count,
    '4096',
    'Resident memory after which the process of a job is ended.',
  ),
  REELSIGHT_ENGINE_THREADS: setting(count, '1', 'Threads one engine may use.'),
  REELSIGHT_JOB_DEADLINE_MINUTES: setting(amount, '360', 'Longest a job may process (TIMEOUT).'),
  REELSIGHT_INGESTION_DEADLINE_MINUTES: setting(amount, '60', 'Longest ingestion may take.'),
  REELSIGHT_TRANSCRIPTION_DEADLINE_MINUTES: setting(
    amount,
    '180',
    'Longest transcription may take.',
  ),
  REELSIGHT_ANALYSIS_DEADLINE_MINUTES: setting(amount, '240', 'Longest analysis may take.'),
  REELSIGHT_MERGING_DEADLINE_MINUTES: setting(amount, '15', 'Longest merging may take.'),
  REELSIGHT_STALL_SECONDS: setting(amount, '60', 'Silence after which a worker counts as stalled.'),
  REELSIGHT_RETRIES: setting(
    z.coerce.number().int().min(0),
    '2',
    'Retries after an infrastructure failure.',
  ),
  REELSIGHT_HELD_DAYS: setting(amount, '7', 'Days a held job waits for credits.'),
  REELSIGHT_MEDIA_DAYS: setting(
    amount,
    '7',
    'Days ingested media and transcripts are kept for reuse.',
  ),
  REELSIGHT_UNUSED_UPLOAD_HOURS: setting(amount, '24', 'Hours an upload that no job used is kept.'),
  REELSIGHT_DELIVERY_DAYS: setting(amount, '30', 'Days webhook deliveries stay in the log.'),
  REELSIGHT_IDEMPOTENCY_HOURS: setting(amount, '48', 'Hours an Idempotency-Key is remembered.'),
  REELSIGHT_UPLOAD_URL_MINUTES: setting(amount, '60', 'Minutes a presigned address lives.'),
  REELSIGHT_PROOF_FRAMES: setting(count, '20', 'Proof frames a job may have.'),
  REELSIGHT_STORYBOARD_TILES: setting(count, '150', 'Storyboard tiles a job may have.'),
  REELSIGHT_MAX_SIDE_PIXELS: setting(count, '8192', 'Longest side of a picture that is decoded.'),
  REELSIGHT_MAX_FRAME_PIXELS: setting(count, '40000000', 'Pixels of a picture that is decoded.'),
  REELSIGHT_FRAME_SIDE_PIXELS: setting(count, '1280', 'Longest side of a sampled frame.'),
  REELSIGHT_ESTIMATE_MINUTES: setting(
    amount,
    '10',
    'Video length an estimate assumes while the real one is unknown.',
  ),
  REELSIGHT_PRICE_PROCESSING_MINUTE: setting(amount, '10', 'Credits a minute of processing.'),
  REELSIGHT_PRICE_AUDIO_MINUTE: setting(amount, '0.5', 'Credits a minute of transcribed audio.'),
  REELSIGHT_PRICE_TEXT_FRAME: setting(amount, '0.01', 'Credits a frame read for text.'),
  REELSIGHT_PRICE_OBJECT_FRAME: setting(amount, '0.01', 'Credits a frame searched for objects.'),
  REELSIGHT_PRICE_LOGO_FRAME: setting(amount, '0.01', 'Credits a frame searched for logos.'),
  REELSIGHT_PRICE_VISION_IMAGE: setting(
    amount,
    '0.2',
    'Credits a picture shown to a vision model.',
  ),
  REELSIGHT_PRICE_1K_TOKENS_IN: setting(
    amount,
    '0.02',
    'Credits 1,000 tokens read by a language model.',
  ),
  REELSIGHT_PRICE_1K_TOKENS_OUT: setting(amount, '0.1', 'Credits 1,000 tokens written by one.'),
  REELSIGHT_PLANS: setting(
    z.string().transform((value, context) => {
      try {
        return planOverrides.parse(JSON.parse(value));
      } catch {
        context.addIssue('must be JSON such as {"pro":{"max_fps":2,"burst":120}}');
        return z.NEVER;
      }
    }),
    null,
    'JSON that replaces numbers of the plan table, by plan.',
  ),
  REELSIGHT_ALLOW_DIRECT_LINKS: setting(flag, 'false', 'Accept links to media files.'),
  REELSIGHT_DIRECT_HOSTS: setting(text, null, 'Hosts of direct links, separated by commas.'),
  REELSIGHT_ALLOW_PRIVATE_LINKS: setting(
    flag,
    'false',
    'Let direct links lead to addresses that are not public, such as a media server of your own network.',
  ),
  REELSIGHT_PAUSED_PLATFORMS: setting(
    text,
    null,
    'Platforms that are paused, separated by commas.',
  ),
  REELSIGHT_MAX_SOURCE_MB: setting(count, '4096', 'Largest download of a link.'),
  REELSIGHT_SOURCE_HEIGHT: setting(count, '720', 'Preferred picture height of a download.'),
  REELSIGHT_YTDLP: setting(text, 'yt-dlp', 'Program that resolves and downloads platform links.'),
  REELSIGHT_YTDLP_COOKIES: setting(text, null, 'Cookie file for yt-dlp.'),
  REELSIGHT_YTDLP_PROXY: setting(text, null, 'Proxy for yt-dlp.'),
  REELSIGHT_MODELS_DIR: setting(
    text,
    null,
    'Folder of pulled models; default: models in the data folder.',
  ),
  REELSIGHT_MODELS_HUB: setting(z.url(), 'https://huggingface.co', 'Hub models are pulled from.'),
  REELSIGHT_MODELS_MIRROR: setting(text, null, 'Folder or address models are pulled from.'),
  REELSIGHT_AI_URL: setting(z.url(), null, 'OpenAI-compatible server for remote engines.'),
  REELSIGHT_AI_KEY: setting(text, null, 'Key of that server.'),
  REELSIGHT_AI_LANGUAGE_MODEL: setting(text, null, 'Its language model; unset: not used.'),
  REELSIGHT_AI_VISION_MODEL: setting(text, null, 'Its vision model; unset: not used.'),
  REELSIGHT_AI_SPEECH_MODEL: setting(text, null, 'Its speech model; unset: not used.'),
  REELSIGHT_AI_TIMEOUT_SECONDS: setting(amount, '120', 'Longest one call to it may take.'),
  REELSIGHT_AI_RETRIES: setting(z.coerce.number().int().min(0), '3', 'Retries of one call to it.'),
  REELSIGHT_AI_MATERIAL_TOKENS: setting(count, '24000', 'Tokens of passages one call reads.'),
  REELSIGHT_AI_ANSWER_TOKENS: setting(count, '1200', 'Longest answer; more for reasoning models.'),
  REELSIGHT_AI_TOKENS_PER_JOB: setting(count, '400000', 'Tokens a job may use there.'),
  REELSIGHT_LOGOS_DIR: setting(text, null, 'Folder of logo pictures, named after their brands.'),
  REELSIGHT_BRANDS_FILE: setting(text, null, 'JSON file of brands that extends the lexicon.'),
} as const satisfies Record<string, Setting<z.ZodType>>;

const planOverrides = z.partialRecord(
  z.enum(planNames),
  z.record(z.string(), z.union([z.number().int().min(0), z.boolean()])),
);

export type SettingName = keyof typeof settings;
type Values = { [K in SettingName]: z.output<(typeof settings)[K]['schema']> | undefined };
/** Settings with a default are never undefined. */
type Defaulted = {
  [K in SettingName]: (typeof settings)[K]['default'] extends null
    ? Values[K]
    : Exclude<Values[K], undefined>;
};

export interface Config extends Readonly<Defaulted> {
  readonly plans: Plans;
  readonly publicUrl: string;
  readonly uploadUrl: string;
  readonly modelsDir: string;
  readonly consoleDir: string;
  /** Where programs are looked for. */
  readonly searchPath: string;
  /** What the process of a job gets of ours: what programs need to run, and no secret. */
  readonly childEnvironment: Readonly<Record<string, string>>;
}

const passedOn = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH', 'SSL_CERT_FILE'];

export class ConfigError extends Error {}

/** Parses the environment once. Throws ConfigError naming each bad variable. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(settings)) {
    const raw = env[name] === undefined || env[name] === '' ? entry.default : env[name];
    if (raw === null) continue;
    const parsed = entry.schema.safeParse(raw);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(`${name}: ${parsed.error.issues[0]?.message ?? 'not valid'}`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const known = values as unknown as Defaulted;
  return Object.freeze({
    ...known,
    REELSIGHT_DATA_DIR: resolve(known.REELSIGHT_DATA_DIR),
    modelsDir: resolve(known.REELSIGHT_MODELS_DIR ?? join(known.REELSIGHT_DATA_DIR, 'models')),
    consoleDir: resolve(
      known.REELSIGHT_CONSOLE_DIR ?? fileURLToPath(new URL('../../console/dist', import.meta.url)),
    ),
    searchPath: env.PATH ?? '',
    childEnvironment: Object.fromEntries(
      passedOn.flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
    ),
    plans: plansWith(known.REELSIGHT_PLANS ?? {}),
    publicUrl: trimmed(known.PUBLIC_URL ?? `http://localhost:${known.PORT}`),
    uploadUrl: trimmed(known.UPLOAD_URL ?? `http://localhost:${known.UPLOAD_PORT}`),
  });
}

const trimmed = (url: string): string => url.replace(/\/+$/, '');

function plansWith(overrides: z.output<typeof planOverrides>): Plans {
  const plan = (base: Plan): Plan => {
    const { burst, signup_credits, monthly_allowance, ...limits } = overrides[base.name] ?? {};
    return {
      ...base,
      limits: { ...base.limits, ...limits },
      burst: Number(burst ?? base.burst),
      signupCredits: Number(signup_credits ?? base.signupCredits),
      monthlyAllowance: Number(monthly_allowance ?? base.monthlyAllowance),
    };
  };
  return {
    free: plan(defaultPlans.free),
    starter: plan(defaultPlans.starter),
    pro: plan(defaultPlans.pro),
    scale: plan(defaultPlans.scale),
  };
}
