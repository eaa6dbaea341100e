/** Waits for jobs and batches and shows their progress in a live line. Ctrl-C stops only the waiting. */
import {
  type Batch,
  type Client,
  type FollowOptions,
  isTerminal,
  type Job,
  type ReelsightError,
  type WantedResults,
} from '@reelsight/sdk';
import { exitCode } from './exit-code.ts';
import { jobReport } from './job-report.ts';
import { bar, type LiveLine } from './live-line.ts';
import type { ConnectOptions, Environment } from './session.ts';
import { writeTranscript } from './transcript-file.ts';

interface Waiting {
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly progress: LiveLine;
}

/**
 * The printed report does not show frame-by-frame findings, which are by far the largest part of a long video's
 * results, so only --json downloads them.
 */
export const resultsFor = ({ json }: ResultOptions): WantedResults =>
  json ? 'full' : 'without_frames';

/** Waits until the job is final or held; meanwhile shows its stage, the percentage done and the time. */
export async function followJob(
  jobId: string,
  options: Waiting & { readonly results?: WantedResults },
): Promise<Job> {
  const startedMs = Date.now();
  const { client, signal, results } = options;
  const line = (job: Job): Line | undefined => {
    if (isTerminal(job)) return undefined;

    const {
      stage,
      stages_completed: completedStages,
      stages_remaining: remainingStages,
      percent = 0,
      overall_percent: overall = percent,
    } = job.progress ?? {
      stages_completed: [],
      stages_remaining: [],
    };
    const number = stage
      ? `${completedStages.length + 1}/${completedStages.length + 1 + remainingStages.length} `
      : '';
    const step = `${number}${stage ?? job.status}`;

    return [step.padEnd(17), '', bar(overall / 100, Date.now() - startedMs)];
  };

  return follow<Job>(options, line, (callbacks) =>
    client.jobs.wait(jobId, { signal, results, intervalMs: 2000, ...callbacks }),
  );
}

/** Waits until the batch is final or paused; meanwhile shows how many of its jobs are final. */
export async function followBatch(batchId: string, options: Waiting): Promise<Batch> {
  const startedMs = Date.now();
  const { client, signal } = options;
  const line = ({ rollup, status }: Batch): Line | undefined => {
    if (status !== 'processing') return undefined;
    const final = rollup.completed + rollup.failed + rollup.cancelled;
    const share = rollup.total > 0 ? final / rollup.total : 0;
    return [`${final} of ${rollup.total} jobs`, '', bar(share, Date.now() - startedMs)];
  };

  return follow<Batch>(options, line, (callbacks) =>
    client.batches.wait(batchId, { signal, intervalMs: 5000, ...callbacks }),
  );
}

/** The arguments with which the live line is shown. */
type Line = Parameters<LiveLine['show']>;
type Told<State> = Required<Pick<FollowOptions<State>, 'onProgress' | 'onTrouble'>>;

async function follow<State>(
  { progress, client }: Waiting,
  line: (state: State) => Line | undefined,
  wait: (callbacks: Told<State>) => Promise<State>,
): Promise<State> {
  let currentLine: () => Line | undefined = () => undefined;
  const show = () => {
    const parts = currentLine();
    if (parts) progress.show(...parts);
  };
  const say = (next: typeof currentLine) => {
    currentLine = next;
    show();
  };
  // Redraws between two polls, so that the clock keeps running.
  const ticking = setInterval(show, 500);

  try {
    return await wait({
      onProgress: (state) => say(() => line(state)),
      onTrouble: ({ error, waitMs }) => {
        const againMs = Date.now() + waitMs;
        say(() => troubleLine(error, client.baseUrl, againMs - Date.now()));
      },
    });
  } finally {
    clearInterval(ticking);
    progress.end();
  }
}

/** `No answer from http://localhost:8080; trying again in 8 s`, as arguments for the live line. */
function troubleLine(error: ReelsightError, url: string, leftMs: number): Line {
  const problem = error.status ? `${url} answers ${error.status}` : `No answer from ${url}`;
  const seconds = Math.ceil(leftMs / 1000);
  return [`${problem};`, seconds > 0 ? `trying again in ${seconds} s` : 'trying again'];
}

/** The command to print for the user, with the options that connect to the same service as this run. */
export function commandOf(command: string, { url, profile }: ConnectOptions): string {
  const options = [
    ...(profile ? [` --profile ${profile}`] : []),
    ...(url ? [` --url ${url}`] : []),
  ];
  return `reelsight ${command}${options.join('')}`;
}

/** Prints how to return to a job or batch that this command no longer waits for. */
export function sayItContinues(
  kind: 'jobs' | 'batch',
  id: string,
  options: ConnectOptions,
  { stderr }: Environment,
): void {
  const command = (verb: string) => commandOf(`${kind} ${verb} ${id}`, options);
  stderr.write(
    `\n${id} continues. To return to it: ${command('wait')}. To end it: ${command('cancel')}\n`,
  );
}

export interface ResultOptions {
  readonly json?: boolean;
  readonly out?: string;
}

/** Prints a finished or held job, writes its transcript, and resolves with the exit code. */
export async function showResult(
  job: Job,
  client: Client,
  options: ResultOptions,
  environment: Environment,
): Promise<number> {
  const { stdout } = environment;
  const { isTTY, columns } = stdout;
  const style = {
    ...(isTTY && { heading: (text: string) => `\u001b[1m${text}\u001b[0m` }),
    ...(isTTY && columns && { width: columns }),
  };
  stdout.write(options.json ? `${JSON.stringify(job, null, 2)}\n` : jobReport(job, style));

  if (options.out) await writeTranscript(options.out, job, client, environment);
  return job.status === 'completed' ? exitCode.done : exitCode.jobFailed;
}
