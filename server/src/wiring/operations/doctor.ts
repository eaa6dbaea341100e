/**
 * `reelsight doctor [link]`: checks this installation and, if given, a link. Says what to do about each finding and
 * each kind of failure.
 */

import { once } from 'node:events';
import { access, constants, mkdir, readFile, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { type ErrorCode, Fault } from '@reelsight/contract';
import { cleanText } from '@reelsight/contract/clean-text';
import { engineLabel, engineStatuses } from '../../engines/registry.ts';
import { openMailServer } from '../../mail/transport.ts';
import { installedModels } from '../../models/folder.ts';
import { readTrial, trialText } from '../../models/trials.ts';
import { openNames } from '../../network/names.ts';
import { type Failure, failures, SourceFault } from '../../sources/failure.ts';
import { describeOrigin, type SourceStatus } from '../../sources/source-status.ts';
import type { Asking, Sources } from '../../sources/sources.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { checkBrandsFile } from '../settings/brands-file.ts';
import { type Config, ConfigError, readConfig } from '../settings/config.ts';
import { engineSettings } from '../settings/engine-settings.ts';
import { DataFolderInUse, lockDataFolder } from '../start/data-folder.ts';
import { isolationOf } from '../start/isolation-wiring.ts';
import { openConfigured, shownSchema, stepsToDo } from '../start/open-database.ts';
import { type Program, type ProgramIo, runInProcess } from '../start/program.ts';
import { openReleases, openSources, openYoutubeLabels } from '../start/source-ports.ts';
import { checkDataFolder, checkStorage, listenTrouble } from '../start/start-checks.ts';
import { checkDevice } from './device-check.ts';

interface Finding {
  /** `advice`: something could work better; `broken`: the service cannot work. */
  readonly level: 'ok' | 'advice' | 'broken';
  readonly about: string;
  readonly text: string;
}

const finding =
  (level: Finding['level']) =>
  (about: string, text: string): Finding => ({ level, about, text });
const ok = finding('ok');
const advice = finding('advice');
const broken = finding('broken');

const gigabyte = 1024 ** 3;
/** Recommended free space: with less, a single long video may fill the disk. */
const freeWanted = 5 * gigabyte;

async function dataFolder({ service: { dataDir: folder } }: Config): Promise<Finding> {
  const about = 'data folder';
  try {
    await checkDataFolder(folder);
    const { bavail, bsize } = await statfs(folder);
    const free = `${folder} has ${((bavail * bsize) / gigabyte).toFixed(1)} GB free`;

    return bavail * bsize < freeWanted
      ? advice(about, `${free}; videos need room: free some, or set REELSIGHT_DATA_DIR elsewhere.`)
      : ok(about, free);
  } catch (error) {
    return broken(about, (error as Error).message);
  }
}

async function database(config: Config): Promise<Finding> {
  const about = 'database';
  const { url, dataDir } = config.database;
  try {
    if (url !== null) return await schemaAt(config, `PostgreSQL at ${new URL(url).host} answers`);

    const release = await lockDataFolder(config.service.dataDir);
    // Without a database, nothing is opened: an empty folder must stay empty until the first start creates the
    // database.
    const isThere = await access(join(dataDir, 'PG_VERSION')).then(
      () => true,
      () => false,
    );
    const unused = 'embedded, no service is using it';
    const look = isThere ? schemaAt(config, unused) : ok(about, `${unused}; not made yet`);

    return await Promise.resolve(look).finally(release);
  } catch (error) {
    if (error instanceof DataFolderInUse) return ok(about, 'embedded, a service is using it');
    return broken(about, (error as Error).message);
  }
}

/**
 * Checks whether the tables match this version. `text`: description of the database so far. Throws StartError or
 * SchemaError.
 */
async function schemaAt(config: Config, text: string): Promise<Finding> {
  const about = 'database';
  const db = await openConfigured(config);
  try {
    const steps = await stepsToDo(db);
    const schemaText = `${text}; ${await shownSchema(db)}`;
    if (steps.length === 0) return ok(about, `${schemaText}, up to date`);
    if (config.database.migrate === 'off')
      return broken(
        about,
        `${schemaText}, not up to date: run reelsight migrate before the next start.`,
      );

    return advice(
      about,
      `${schemaText}, not up to date: the next start brings it up to date (${steps.length} to do), or reelsight migrate.`,
    );
  } finally {
    await db.close();
  }
}

async function storage(config: Config): Promise<Finding> {
  const about = 'storage';
  const { url } = config.storage;
  const { dataDir } = config.service;

  try {
    const store = await openStorage({
      ...config.storage,
      uploadUrl: config.uploads.publicUrl,
      signingSecret: 'unused',
      now: Date.now,
    });
    await checkStorage(store, url).finally(() => store.close());
  } catch (error) {
    return broken(about, (error as Error).message);
  }

  if (url !== null) return ok(about, `bucket ${new URL(url).hostname} takes and gives objects`);
  if (config.service.role === 'all' || config.database.url === null)
    return ok(about, `files in ${join(dataDir, 'storage')}`);

  return advice(
    about,
    `Files are in ${join(dataDir, 'storage')}: every API and worker needs this same folder. On several machines, set STORAGE_URL to a bucket.`,
  );
}

function role({ service, database: { url } }: Config): Finding[] {
  if (service.role === 'all' || url !== null) return [];
  const text = 'needs DATABASE_URL: the embedded database belongs to one process.';
  return service.role === 'worker'
    ? [broken('role', `A worker ${text}`)]
    : [advice('role', `An API whose jobs are done by a worker ${text}`)];
}

async function ports(config: Config): Promise<Finding[]> {
  const { http, uploads } = config;
  if (config.service.role === 'worker') return [];

  const portSettings = [{ setting: 'PORT', port: http.port }];
  if (config.storage.url === null)
    portSettings.push({ setting: 'UPLOAD_PORT', port: uploads.port });

  const checks = portSettings.map(async ({ setting, port }): Promise<Finding> => {
    const about = `port ${port}`;
    const server = createServer();
    try {
      server.listen(port, http.host);
      await once(server, 'listening');
      return ok(about, `free (${setting})`);
    } catch (error) {
      const trouble = listenTrouble(error, { setting, port, host: http.host }) as Error;
      // The port may be in use by a running service, which would be fine.
      return advice(about, `${trouble.message} Nothing to do if a running Reelsight has it.`);
    } finally {
      server.close();
    }
  });

  return Promise.all(checks);
}

async function engines(config: Config): Promise<Finding[]> {
  const statuses = await engineStatuses(engineSettings(config));
  return statuses.map((engine) =>
    engine.available
      ? ok(engine.role, `${engineLabel([engine.info])} (${engine.info.kind})`)
      : advice(engine.role, `${engine.needs}`),
  );
}

/** Says of each installed model what it did here; one that was never tried may not work at all. */
async function models({ models: { modelsDir } }: Config): Promise<Finding[]> {
  const about = 'model';
  const installed = await installedModels(modelsDir);
  return Promise.all(
    installed.map(async (model) => {
      const trial = await readTrial(modelsDir, model);
      if (trial === null)
        return advice(about, `${model.id} was not tried here: reelsight models try ${model.id}`);

      const text = `${model.id}, tried on ${trial.triedAt.slice(0, 10)}: ${trialText(trial)}`;
      return trial.error === null ? ok(about, text) : advice(about, text);
    }),
  );
}

async function device(config: Config): Promise<Finding> {
  const about = 'device';
  return checkDevice(config).then(
    () => ok(about, `networks run on ${config.engines.device}`),
    (error: Error) => broken(about, error.message),
  );
}

async function links(config: Config, sources: Sources): Promise<Finding[]> {
  const status = await sources.status();
  const { version, ageDays, origin, path, advice: text } = status;
  const tool = text
    ? advice('yt-dlp', text)
    : ok('yt-dlp', `${version}, ${ageDays} days old, ${describeOrigin(origin)} (${path})`);
  const walls = linkSandbox(config, status.sandbox);
  const label = youtubeLabel(config);
  return [tool, ...walls, await ffmpeg(config), ...(await cookies(config)), ...label];
}

/** Asks YouTube nothing, because each request takes from the quota of the key. */
function youtubeLabel({ sources: { youtube } }: Config): Finding[] {
  if (youtube.key === null && youtube.address === null) return [];
  const about = 'YouTube label';
  return youtube.key === null
    ? [advice(about, 'REELSIGHT_YOUTUBE_API_URL has no effect without REELSIGHT_YOUTUBE_API_KEY.')]
    : [ok(about, 'asked once for each download; `reelsight doctor <link>` tries it')];
}

function linkSandbox(config: Config, sandbox: SourceStatus['sandbox']): Finding[] {
  if (sandbox === null) return [];
  const { kind, about } = sandbox;
  const statement = `links are read ${about}`;
  if (kind === 'bwrap' || config.worker.sandbox.wanted === 'none') return [ok('yt-dlp', statement)];
  return [advice('yt-dlp', `${statement}: install bubblewrap and allow user namespaces.`)];
}

async function ffmpeg({ sources: { searchPath } }: Config): Promise<Finding> {
  const places = searchPath.split(delimiter).map((folder) => join(folder, 'ffmpeg'));
  const checks = places.map((path) => access(path, constants.X_OK).then(() => path));
  return Promise.any(checks).then(
    (path) => ok('ffmpeg', path),
    () =>
      advice(
        'ffmpeg',
        'Not found on PATH, so from platforms that deliver picture and sound separately only lower-quality renditions can be downloaded: install it.',
      ),
  );
}

async function cookies({ sources: { cookiesFile: path } }: Config): Promise<Finding[]> {
  if (path === null) return [];
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return [broken('cookies', `${path} can not be read: links will fail.`)];
  return /^# (Netscape )?HTTP Cookie File/.test(text)
    ? [ok('cookies', path)]
    : [broken('cookies', `${path} is not in Netscape format: export it so from a browser.`)];
}

async function sandbox(config: Config): Promise<Finding> {
  const about = 'sandbox';
  try {
    await mkdir(config.worker.workFolder, { recursive: true });
    const { kind, text } = await isolationOf(config);
    const statement = `videos are opened ${text}`;
    if (kind === 'bwrap' || config.worker.sandbox.wanted === kind) return ok(about, statement);
    return advice(about, `${statement}: install bubblewrap and allow user namespaces.`);
  } catch (error) {
    return broken(about, (error as Error).message);
  }
}

async function brandsFile(config: Config): Promise<Finding[]> {
  const { brandsFile: path } = config.engines;
  if (path === null) return [];
  const about = 'brands file';
  return checkBrandsFile(config).then(
    () => [ok(about, path)],
    (error: Error) => [broken(about, `${error.message}\nWorkers do not start with it.`)],
  );
}

async function mail({ mail: { smtpUrl, from } }: Config): Promise<Finding[]> {
  if (smtpUrl === null || from === null) return [];

  const about = 'mail';
  const { host } = new URL(smtpUrl);
  const server = openMailServer(smtpUrl, from);
  try {
    await server.check();
    return [ok(about, `${host} takes mail from ${from}`)];
  } catch (error) {
    const reason = (error as Error).message;
    return [broken(about, `${host}: ${reason}\nSee REELSIGHT_SMTP_URL; mail waits until then.`)];
  } finally {
    server.close();
  }
}

const codes: readonly ErrorCode[] = [
  'INVALID_URL',
  'PLATFORM_403',
  'PLATFORM_RATE_LIMITED',
  'PLATFORM_UNAVAILABLE',
  'EXTRACTION_FAILED',
];

/** Returns one line per class of failures: the error code of the job or call, its meaning, and what to do. */
function failureLines(): string[] {
  const rows = Object.entries<Failure>(failures);
  return codes.flatMap((code) =>
    rows
      .filter(([, { job, submit }]) => (submit ?? job) === code)
      .map(([reason, { operator }]) => {
        const words = reason.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
        return `  ${code.padEnd(22)}${words.padEnd(16)}${operator}`;
      }),
  );
}

async function tryLink(config: Config, sources: Sources, link: string): Promise<Finding[]> {
  const asking = { workspaceId: 'doctor', signal: AbortSignal.timeout(60_000) };
  try {
    const video = sources.parse(link);
    const info = await sources.resolve(video, asking);
    const length = info.durationSeconds === null ? '' : `, ${info.durationSeconds} s`;
    const text = `${video.platform} ${video.videoId}: ${info.title ?? 'no title'}${length}`;

    return [ok('link', text), ...(await tryLabel(config, info.youtubeId, asking))];
  } catch (error) {
    if (!(error instanceof Fault)) return [broken('link', `${(error as Error).message}`)];
    const todo = error instanceof SourceFault ? ` ${failures[error.reason].operator}` : '';
    return [broken('link', `${error.code}: ${error.message}${todo}\n${error.detail.trim()}`)];
  }
}

/** Asks YouTube for its label as a download does. Nothing to report without a key, or for another platform. */
async function tryLabel(
  { sources }: Config,
  youtubeId: string | null,
  asking: Asking,
): Promise<Finding[]> {
  const about = 'YouTube label';
  const problems: string[] = [];
  const labels = openYoutubeLabels(sources, (_message, { reason }) => {
    problems.push(String(reason));
  });
  if (labels === null || youtubeId === null) return [];

  const label = await labels.ask(youtubeId, asking);
  const [problem] = problems;
  if (problem !== undefined)
    return [
      advice(
        about,
        `YouTube's interface does not answer as it should (${problem}), so its label is unknown: see REELSIGHT_YOUTUBE_API_KEY.`,
      ),
    ];

  return [ok(about, labelTexts[String(label) as keyof typeof labelTexts])];
}

const labelTexts = {
  true: 'YouTube labels the video as containing paid promotion',
  false: 'YouTube does not label the video as containing paid promotion',
  null: 'YouTube does not tell for this video',
};

async function examine(config: Config, link: string | undefined): Promise<Finding[]> {
  const lookup = openNames(config.names);
  const sources = openSources(config, lookup, { releases: openReleases(config, lookup) });
  const findings = await Promise.all([
    dataFolder(config),
    database(config),
    storage(config),
    role(config),
    ports(config),
    config.warnings.map((text) => advice('settings', text)),
    engines(config),
    models(config),
    device(config),
    links(config, sources),
    sandbox(config),
    brandsFile(config),
    mail(config),
    ...(link === undefined ? [] : [tryLink(config, sources, link)]),
  ]);

  return findings.flat();
}

function configuration(env: ProgramIo['env']): Config | Finding {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return broken('settings', error.message);
    throw error;
  }
}

const mark = { ok: 'ok', advice: 'advice', broken: 'BROKEN' } as const;

export const run: Program = async ([link], { env, stdout }) => {
  const config = configuration(env);
  const findings = 'level' in config ? [config] : await examine(config, link);
  const lines = findings.map(
    ({ level, about, text }) =>
      `${mark[level].padEnd(8)}${about.padEnd(14)}${text.replaceAll('\n', `\n${' '.repeat(22)}`)}`,
  );
  const explained = ['', 'Where a link fails, by code:', ...failureLines()];
  // Text from a link or a program may contain control characters, which a terminal must not interpret.
  stdout.write(`${cleanText([...lines, ...explained].join('\n'))}\n`);

  return findings.some(({ level }) => level === 'broken') ? 1 : 0;
};

if (import.meta.main) await runInProcess(run);
