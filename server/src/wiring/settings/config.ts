/**
 * The only module that reads the environment. It prepares the settings of each module in the form that the module
 * expects.
 */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bytesInMb, defaultPlans, type Plan, type Plans } from '@reelsight/contract';
import type { OidcSettings } from '../../accounts/oidc.ts';
import { givenText, variablesOf } from './secret-file.ts';
import { mapSettings, type Setting, settingsOf, type Values } from './setting.ts';
import type { PlanChanges } from './setting-kinds.ts';
import { settings } from './settings.ts';
import { replaced, unknownVariables } from './variables.ts';

type Given = Values<typeof settings>;

/** The groups of `settings`, with absolute paths, and with defaults that depend on other settings filled in. */
export interface Config extends Omit<Given, 'plans' | 'accounts' | 'domain' | 'retention'> {
  /** Problems that are reported at startup without preventing it. */
  readonly warnings: readonly string[];
  readonly http: Given['http'] & {
    /** `configuredUrl`, or the local address of this machine if that is null. */
    readonly publicUrl: string;
    readonly consoleDir: string;
  };
  readonly uploads: Given['uploads'] & { readonly publicUrl: string };
  readonly database: Given['database'] & { readonly dataDir: string };
  readonly storage: Given['storage'] & { readonly dataDir: string };
  readonly backups: Given['backups'] & {
    readonly folder: string;
    /** Whether this process makes the requested and scheduled backups. */
    readonly makes: boolean;
  };
  readonly domain: Given['domain'] & Given['retention'] & { readonly sendsMail: boolean };
  readonly plans: Plans;
  readonly accounts: Omit<Given['accounts'], 'oidc'> & {
    /** Null without single sign-on. */
    readonly oidc: OidcSettings | null;
  };
  readonly sources: Given['sources'] & {
    /** Folders in which to look for programs, in the form of the variable PATH. */
    readonly searchPath: string;
    readonly cacheDir: string;
    /** Folder in which releases of yt-dlp are kept. */
    readonly releasesDir: string;
  };
  readonly models: Given['models'] & { readonly modelsDir: string };
  readonly worker: Given['worker'] & {
    readonly workFolder: string;
    readonly downloadsDir: string;
    readonly limits: Given['worker']['limits'] & {
      /**
       * The longest duration that any plan allows. A video that exceeds only its own plan's limit fails after
       * ingestion, when its length is known.
       */
      readonly maxDurationSeconds: number;
    };
    /** Environment for child processes: the variables that programs need to run, without secrets. */
    readonly environment: Readonly<Record<string, string>>;
  };
}

const passedOn = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH', 'SSL_CERT_FILE'],
  // Selects which of several GPUs to use.
  'CUDA_VISIBLE_DEVICES',
];

export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks all settings. `overrides`: variables set by a command's options. Throws ConfigError, which names
 * each invalid variable.
 */
export function readConfig(
  environment: Environment = process.env,
  overrides: Environment = {},
): Config {
  return configOf({ ...environment, ...overrides });
}

function configOf(env: Environment): Config {
  const { given: settingValues, warnings } = readSettings(env);
  const { domain, retention, ...rest } = settingValues;
  const { http, uploads, database, storage, sources, models, worker } = settingValues;
  const dataDir = resolve(settingValues.service.dataDir);
  const plans = plansWith(settingValues.plans.changes ?? {});

  return Object.freeze({
    ...rest,
    domain: { ...domain, ...retention, sendsMail: checkMail(settingValues.mail) },
    warnings: [...warnings, ...unsealedBackups(settingValues.backups)],
    plans,
    accounts: { ...settingValues.accounts, oidc: oidcOf(settingValues.accounts.oidc) },
    service: { ...settingValues.service, dataDir },
    http: {
      ...http,
      publicUrl: http.configuredUrl ?? `http://localhost:${http.port}`,
      consoleDir: resolve(http.consoleDir ?? builtConsole),
    },
    uploads: {
      ...uploads,
      publicUrl: uploads.configuredUrl ?? `http://localhost:${uploads.port}`,
    },
    database: { ...database, dataDir: join(dataDir, 'database') },
    storage: { ...storage, dataDir },
    backups: backupsOf(settingValues, dataDir),
    sources: {
      ...sources,
      searchPath: env.PATH ?? '',
      cacheDir: join(dataDir, 'cache', 'yt-dlp'),
      releasesDir: join(dataDir, 'links'),
      pluginsDir: sources.pluginsDir && resolve(sources.pluginsDir),
    },
    models: { ...models, modelsDir: resolve(models.modelsDir ?? join(dataDir, 'models')) },
    worker: {
      ...worker,
      workFolder: join(dataDir, 'work'),
      downloadsDir: join(dataDir, 'downloads'),
      limits: { ...worker.limits, maxDurationSeconds: longestSeconds(plans) },
      environment: {
        ...Object.fromEntries(passedOn.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
        // Halves the startup time of a job's process.
        NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE || join(dataDir, 'compile-cache'),
      },
    },
  });
}

/** Warns about unencrypted backups, because they contain password hashes, webhook secrets and everybody's results. */
function unsealedBackups({ schedule, recipients, passphrase }: Given['backups']): string[] {
  if (schedule === null || recipients.length > 0 || passphrase !== null) return [];
  return [
    'Backups are made by schedule without encryption, although they hold secrets: set REELSIGHT_BACKUP_PASSPHRASE or REELSIGHT_BACKUP_RECIPIENTS.',
  ];
}

const builtConsole = fileURLToPath(new URL('../../../../console/dist', import.meta.url));

/** Checks each variable against its schema; an empty variable counts as unset. */
function readSettings(env: Environment): { given: Given; warnings: readonly string[] } {
  const problems: string[] = [];
  const read = (setting: Setting): unknown => {
    const { variable, schema, default: value } = setting;
    const raw = textOr(setting, env, problems) ?? value;
    if (raw === null) return null;
    const parsed = schema.safeParse(raw);
    if (!parsed.success)
      problems.push(`${variable}: ${parsed.error.issues[0]?.message ?? 'not valid'}`);
    return parsed.data;
  };
  const settingValues = mapSettings(settings, read);

  for (const [old, now] of Object.entries(replaced))
    if (env[old]) problems.push(`${old}: is no longer a setting; use ${now}`);

  const variables = settingsOf(settings).flatMap(variablesOf);
  const unknown = unknownVariables(env, variables);
  const refused = settingValues.service.unknownSettings === 'warn' ? [] : unknown;
  if (problems.length + refused.length > 0)
    throw new ConfigError([...problems, ...refused].join('\n'));

  return { given: settingValues, warnings: unknown };
}

function textOr(setting: Setting, env: Environment, problems: string[]): string | undefined {
  try {
    return givenText(setting, env);
  } catch (error) {
    problems.push((error as Error).message);
    return undefined;
  }
}

/** Whether the service sends mail. Throws ConfigError if the sender's address is missing. */
function checkMail({ smtpUrl, from }: Given['mail']): boolean {
  if (smtpUrl === null) return false;
  if (from === null) throw new ConfigError('REELSIGHT_SMTP_URL: needs REELSIGHT_MAIL_FROM too');
  return true;
}

function oidcOf({ issuer, clientId, clientSecret, ...rest }: Given['accounts']['oidc']) {
  if (issuer === null) return null;

  if (clientId === null || clientSecret === null) {
    throw new ConfigError(
      'REELSIGHT_OIDC_ISSUER: needs REELSIGHT_OIDC_CLIENT_ID and REELSIGHT_OIDC_CLIENT_SECRET too',
    );
  }

  if (rest.trustEmail && rest.domains.length === 0)
    throw new ConfigError('REELSIGHT_OIDC_TRUST_EMAIL: needs REELSIGHT_OIDC_DOMAINS too');

  return { issuer, clientId, clientSecret, ...rest };
}

function backupsOf({ backups, database }: Given, dataDir: string): Config['backups'] {
  const { configuredFolder, recipients, passphrase } = backups;
  if (recipients.length > 0 && passphrase !== null) {
    throw new ConfigError(
      'REELSIGHT_BACKUP_PASSPHRASE: set it or REELSIGHT_BACKUP_RECIPIENTS, not both',
    );
  }

  const folder = resolve(configuredFolder ?? join(dataDir, 'backups'));
  return { ...backups, folder, makes: configuredFolder !== null || database.url === null };
}

const bytesOr = (mb: number | boolean | undefined, bytes: number): number =>
  mb === undefined ? bytes : Number(mb) * bytesInMb;

function plansWith(changes: PlanChanges): Plans {
  const plan = (base: Plan): Plan => {
    const {
      burst,
      max_follows,
      signup_credits,
      monthly_allowance,
      max_pending_jobs,
      max_uncharged_jobs,
      max_unused_uploads,
      max_unused_upload_mb,
      max_upload_mb,
      ...limits
    } = changes[base.name] ?? {};
    return {
      ...base,
      limits: { ...base.limits, ...limits },
      burst: Number(burst ?? base.burst),
      maxFollows: Number(max_follows ?? base.maxFollows),
      signupCredits: Number(signup_credits ?? base.signupCredits),
      monthlyAllowance: Number(monthly_allowance ?? base.monthlyAllowance),
      pendingJobs: Number(max_pending_jobs ?? base.pendingJobs),
      unchargedJobs: Number(max_uncharged_jobs ?? base.unchargedJobs),
      unusedUploads: Number(max_unused_uploads ?? base.unusedUploads),
      unusedUploadBytes: bytesOr(max_unused_upload_mb, base.unusedUploadBytes),
      heldUploadBytes: bytesOr(max_upload_mb, base.heldUploadBytes),
    };
  };
  return {
    free: plan(defaultPlans.free),
    starter: plan(defaultPlans.starter),
    pro: plan(defaultPlans.pro),
    scale: plan(defaultPlans.scale),
  };
}

function longestSeconds(plans: Plans): number {
  const minutes = Object.values(plans).map(({ limits }) =>
    Math.max(limits.max_audio_duration_minutes, limits.max_video_duration_minutes),
  );
  return Math.max(...minutes) * 60;
}
