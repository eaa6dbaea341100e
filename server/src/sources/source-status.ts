/** Reports which yt-dlp is used, where it comes from, how old it is, and what the operator should do about it. */
import { SourceFault } from './failure.ts';
import type { ReleaseFolder, ReleaseState } from './releases/release-folder.ts';
import { confinedOnly, type ProgramOrigin, type Tried, type Ytdlp } from './ytdlp.ts';
import { needsJavascript } from './ytdlp-arguments.ts';

export interface SourceStatus {
  readonly ready: boolean;
  /** Version of yt-dlp; null if it is missing. */
  readonly version: string | null;
  /** Days since the release of this version. */
  readonly ageDays: number | null;
  /**
   * `setting`: specified by REELSIGHT_YTDLP. `data folder`: downloaded by this service. `system`: found on the PATH.
   */
  readonly origin: ProgramOrigin;
  /** Path of the program, or the name that is searched for on the PATH. */
  readonly path: string;
  /** Whether the program runs in a sandbox, and if not, why; null if the program is missing. */
  readonly sandbox: { readonly kind: 'bwrap' | 'none'; readonly about: string } | null;
  /** Advice for the operator, in a few sentences; absent if nothing needs to be done. */
  readonly advice?: string;
}

export interface StatusOptions {
  /** Releases in the data folder; null or absent if the operator specifies the program. */
  readonly releases?: ReleaseFolder | null;
  readonly updates?: 'daily' | 'weekly' | 'off';
  readonly now: () => Date;
}

const dayMs = 86_400_000;
// yt-dlp itself calls a version old after 90 days, but changes of the platforms often break it sooner.
const oldAfterDays = 60;
/** A check made within this many days still tells which release is the newest. */
const freshDays = 8;
/** Number of days for which the operator is told that a release was rolled back. */
const noteDays = 14;

const byUs = 'run `reelsight links update`';
const howToUpdate: Readonly<Record<ProgramOrigin, string>> = {
  'data folder': byUs,
  system: byUs,
  setting: `leave REELSIGHT_YTDLP out and ${byUs}, or update that program yourself (\`yt-dlp -U\`)`,
};

export async function sourceStatus(ytdlp: Ytdlp, options: StatusOptions): Promise<SourceStatus> {
  const { path, before: leadingArgs, origin } = await ytdlp.program();
  const programFacts = { origin, path: leadingArgs[0] ?? path };
  const state = (await options.releases?.state()) ?? null;
  const trial = await ytdlp.tried().catch((error: unknown) => error);
  if (!isTried(trial)) {
    const advice = [
      missingAdvice(origin, programFacts.path),
      ...confined(trial),
      ...remarks(state, options, origin),
    ].join(' ');
    return { ready: false, version: null, ageDays: null, ...programFacts, sandbox: null, advice };
  }

  const { version } = trial;
  const released = Date.parse(version.slice(0, 10).replaceAll('.', '-'));
  const ageDays = Math.floor((options.now().getTime() - released) / dayMs);
  const isOld = ageDays > oldAfterDays;
  const advice = [
    ...(isOld
      ? [
          `yt-dlp ${version} (${describeOrigin(origin)}) is ${ageDays} days old and platforms change often: ${whatToDo(state, options, origin)}.`,
        ]
      : []),
    ...remarks(state, options, origin, isOld),
    ...(origin === 'data folder' ? javascript(state, version) : []),
  ].join(' ');
  const sandbox = describeSandbox(trial);

  return { ready: true, version, ageDays, ...programFacts, sandbox, ...(advice && { advice }) };
}

const isTried = (trial: unknown): trial is Tried => trial instanceof Object && 'version' in trial;

const describeSandbox = ({ sandbox, openBecause }: Tried): SourceStatus['sandbox'] =>
  sandbox
    ? {
        kind: 'bwrap',
        about: 'in a sandbox (bubblewrap): no network but the guard, no files but its own',
      }
    : { kind: 'none', about: `without a sandbox, as the service itself (${openBecause})` };

/**
 * Advice about a program that works only outside the sandbox, where it may not run, and therefore counts as missing.
 */
const confined = (error: unknown): string[] =>
  error instanceof SourceFault && error.detail.includes(confinedOnly)
    ? [
        `It must run in the sandbox, which works here or which REELSIGHT_SANDBOX asks for, and does not (${error.detail}). If it starts through pyenv or asdf, let REELSIGHT_YTDLP name the file itself.`,
      ]
    : [];

/**
 * Says how to update. If a recent check found nothing newer, says so instead, because checking again would not help.
 */
function whatToDo(
  state: ReleaseState | null,
  { now }: StatusOptions,
  origin: ProgramOrigin,
): string {
  const looked = state?.failure === null ? state.checkedAt : null;
  const isFresh = looked && now().getTime() - Date.parse(looked) < freshDays * dayMs;
  if (origin !== 'data folder' || !isFresh) return howToUpdate[origin];
  return `nothing newer was there on ${looked.slice(0, 10)}; if REELSIGHT_LINKS_MIRROR is set, check that it is kept up to date`;
}

export const describeOrigin = (origin: ProgramOrigin): string =>
  origin === 'setting' ? 'set by REELSIGHT_YTDLP' : `of the ${origin}`;

const missingAdvice = (origin: ProgramOrigin, path: string): string =>
  origin === 'setting'
    ? `yt-dlp is missing (REELSIGHT_YTDLP is ${path}), so links can not be fetched: ${howToUpdate[origin]}.`
    : `yt-dlp is missing, so links can not be fetched: ${howToUpdate[origin]}.`;

/**
 * Remarks on the release folder: why the last attempt to update failed, once that matters, and which release was
 * rolled back.
 */
function remarks(
  state: ReleaseState | null,
  { updates, now }: StatusOptions,
  origin: ProgramOrigin,
  failureMatters = true,
): string[] {
  if (!state) return [];

  const { failure, note, current } = state;
  const noted = note && now().getTime() - Date.parse(note.at) < noteDays * dayMs;

  return [
    ...(current && origin === 'system'
      ? [
          `yt-dlp ${current.version} of the data folder can not be used${current.needsPython ? ': it needs Python 3.10 or newer on the PATH' : ''}.`,
        ]
      : []),
    ...(failure && failureMatters
      ? [`The last update, at ${failure.at.slice(0, 16)}Z, failed: ${failure.text}`]
      : []),
    ...(failureMatters && updates === 'off' ? ['REELSIGHT_LINKS_UPDATE is off.'] : []),
    ...(noted ? [note.text] : []),
  ];
}

function javascript(state: ReleaseState | null, version: string): string[] {
  if (!state?.current || state.current.javascript !== null || version < needsJavascript) return [];
  return [
    `It found no JavaScript runtime with a solver, so YouTube gives it few formats or none: ${byUs}.`,
  ];
}
