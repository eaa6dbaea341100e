/**
 * `reelsight links status | update | rollback`: manages the yt-dlp that reads links. Exit codes: 0 success, 1 failure,
 * 2 wrong usage.
 */
import { parseArgs } from 'node:util';
import { Fault } from '@reelsight/contract';
import { cleanText } from '@reelsight/contract/clean-text';
import { openNames } from '../../network/names.ts';
import { ReleaseFault } from '../../sources/releases/release-fault.ts';
import type { Release } from '../../sources/releases/release-folder.ts';
import type { Releases } from '../../sources/releases/releases.ts';
import { describeOrigin } from '../../sources/source-status.ts';
import type { Config } from '../settings/config.ts';
import { configOrExit, exitWith } from '../settings/config-or-exit.ts';
import { openReleases, openSources } from '../start/source-ports.ts';

/** Maximum duration of an update in seconds, unless --seconds is given. */
const updateSeconds = 600;

/** Number of days covered by the counts of links that are shown. */
const usageDays = 7;

interface Given {
  readonly command: string;
  readonly json: boolean;
  readonly version: string | null;
  readonly seconds: number;
}

function readArguments(): Given {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        seconds: { type: 'string', default: String(updateSeconds) },
      },
    });
    const { json } = values;
    const [command = '', version = null] = positionals;
    const seconds = Number(values.seconds);
    if (!(seconds > 0)) exitWith('--seconds must be a number above 0.', 2);
    if (version !== null && !/^\d{4}\.\d{2}\.\d{2}[\d.]*$/.test(version))
      exitWith(`${version} is no version of yt-dlp such as 2026.11.10.`, 2);

    return { command, json, version, seconds };
  } catch (error) {
    return exitWith((error as Error).message, 2);
  }
}

const print = (json: boolean, value: object, lines: readonly string[]): void => {
  const text = json ? JSON.stringify(value, null, 2) : cleanText(lines.join('\n'));
  process.stdout.write(`${text}\n`);
};

/** Shows which release is in use and which others are kept. */
async function status(config: Config, releases: Releases | null, { json }: Given): Promise<void> {
  const lookup = openNames(config.names);
  const linkStatus = await openSources(config, lookup, { releases }).status();
  const state = (await releases?.folder.state()) ?? null;
  const usage = releases ? await releases.usage.recent(new Date(), usageDays) : [];
  const { version, ageDays, origin, path, advice } = linkStatus;
  const usedVersion = version === null ? 'missing' : `${version}, ${ageDays} days old`;

  print(json, { ...linkStatus, releases: state, usage }, [
    `In use    ${usedVersion}, ${describeOrigin(origin)} (${path})`,
    ...(releases === null
      ? ['Updates   none: REELSIGHT_YTDLP names the program']
      : [
          `Before    ${describeRelease(state?.previous ?? null)}`,
          `Updates   ${config.sources.releases.updates}; last look ${state?.checkedAt ?? 'never'}`,
          ...(state?.current?.javascript ? [`Runtime   ${state.current.javascript}`] : []),
          ...(state?.failure ? [`Failure   ${state.failure.at}: ${state.failure.text}`] : []),
        ]),
    ...usage.map(
      ({ version, platform, read: readCount, broken }) =>
        `Links     ${platform} with ${version}: ${readCount} read, ${broken} failed in ${usageDays} days`,
    ),
    ...(advice ? [`Advice    ${advice}`] : []),
  ]);
}

const describeRelease = (release: Release | null): string =>
  release ? `${release.version}, fetched ${release.installedAt}` : 'none';

async function update(releases: Releases, { json, version, seconds }: Given, stop: AbortSignal) {
  const limit = AbortSignal.timeout(seconds * 1000);
  const updated = await releases
    .update(AbortSignal.any([stop, limit]), version)
    .catch((error: unknown) => {
      if (!limit.aborted || stop.aborted) throw error;
      throw new ReleaseFault('unreachable', `There was no release within ${seconds} s.`);
    });
  const { outcome, version: now, before: previousVersion } = updated;
  const words = {
    updated: `yt-dlp ${now} is used from now on${previousVersion ? `; before, ${previousVersion}` : ''}. A running service takes it with its next link.`,
    current: `yt-dlp ${now} is the newest.`,
    refused: `yt-dlp ${now} is the newest, but it was taken back here, so ${previousVersion ?? 'another one'} is used. To take it again: reelsight links update ${now}`,
  };

  print(json, updated, [words[outcome]]);
}

async function rollback(releases: Releases, { json }: Given, stop: AbortSignal): Promise<void> {
  const went = await releases.rollback(stop, 'the operator asked for it.');
  if (went === null) return;
  print(json, went, [
    `yt-dlp ${went.to} is used again. ${went.from} is not taken again by itself; the next newer release is.`,
  ]);
}

const ownProgramText =
  'REELSIGHT_YTDLP names the program that reads links, so there is nothing to update here. Leave it out to let Reelsight keep yt-dlp up to date.';

async function run(request: Given, stop: AbortSignal): Promise<void> {
  const config = configOrExit();
  const releases = openReleases(config, openNames(config.names));
  if (request.command === 'status') return status(config, releases, request);
  if (request.command !== 'update' && request.command !== 'rollback')
    exitWith('Which of status, update, rollback?', 2);
  if (releases === null) exitWith(ownProgramText, 1);
  await (request.command === 'update' ? update : rollback)(releases, request, stop);
}

const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort());

try {
  await run(readArguments(), interrupt.signal);
} catch (error) {
  if (interrupt.signal.aborted) process.exit(130);
  if (!(error instanceof ReleaseFault || error instanceof Fault)) throw error;
  process.stderr.write(`${cleanText(error instanceof Fault ? error.detail : error.message)}\n`);
  process.exitCode = 1;
}
