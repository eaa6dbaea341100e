/**
 * Runners: workers without a database that do parts of jobs over HTTPS. The schemas are for the operator, who manages
 * runners, and for the messages that runners send.
 */
import { z } from 'zod';
import { errorTable } from './errors.ts';
import { textOf, timestamp } from './text.ts';

const runnerId = z.string().describe('Id of the runner, `rnr_…`.');
const queueNames = ['hear', 'see', 'join'] as const;
const queue = z.enum(queueNames);

export const createRunner = z
  .strictObject({
    name: textOf(200).describe('What it is called in lists, at most 200 characters.'),
  })
  .meta({ id: 'CreateRunner', description: 'A new runner.' });
export type CreateRunner = z.infer<typeof createRunner>;

export const runnerCreated = z
  .looseObject({
    runner_id: runnerId,
    token: z.string().describe('Its token, `rs_runner_…`. It is shown only this once.'),
  })
  .meta({ id: 'RunnerCreated', description: 'A new runner with its token.' });

const engineUsed = z.looseObject({
  role: z.string().max(40).describe('What it does, such as `speech`.'),
  name: z.string().max(100).describe('Its name, as in `meta.engines` of results.'),
  version: z.string().max(100).describe('Its version; empty if unknown.'),
  kind: z
    .enum(['embedded', 'local', 'remote'])
    .describe('`embedded`, `local` (a pulled model) or `remote` (a server).'),
});

export const runnerView = z
  .looseObject({
    runner_id: runnerId,
    name: z.string().describe('What it is called.'),
    status: z
      .enum(['online', 'offline', 'revoked'])
      .describe('`online`: a process of it sent a heartbeat within the stall time.'),
    version: z
      .string()
      .nullable()
      .describe('Version of the program that last ran; null if none ever did.'),
    serves: z.array(queue).describe('Parts of jobs it last took: `hear`, `see`, `join`.'),
    engines: z.array(engineUsed).describe('Engines it last had, one for each kind of work.'),
    processes: z.int().describe('Number of its processes that are online.'),
    hosts: z.int().describe('Number of parts it can do at once, over all its processes.'),
    parts_running: z.int().describe('Number of parts it is doing now.'),
    parts_done: z.int().describe('Number of parts it has done.'),
    last_seen_at: timestamp.nullable().describe('When it last called; null if never.'),
    created_at: timestamp.describe('When it was created.'),
    revoked_at: timestamp
      .nullable()
      .describe('When it was revoked; null if it is not.')
      .meta({ examples: ['2026-11-20T10:00:00.000Z'] }),
  })
  .meta({ id: 'Runner', description: 'A runner, as the operator sees it.' });
export type RunnerView = z.infer<typeof runnerView>;

/** Maximum number of runners; revoked runners do not count. */
export const runnersAtMost = 200;
/** Maximum number of parts that one process of a runner may work on at once. */
export const runnerHostsAtMost = 64;
/** Maximum time that a claim may wait for a part, in seconds. */
export const claimSecondsAtMost = 30;
/** Maximum size of a part's findings as JSON, in bytes. */
export const partResultBytes = 16 * 1024 * 1024;
/** Maximum size, in bytes, of a file made by a join: a picture, or the transcript. */
export const partFileBytes = 32 * 1024 * 1024;

const identity = {
  protocol: z.int().min(0).describe('Version of the protocol that the runner speaks.'),
  version: z.string().max(60).describe('Version of the program.'),
  instance: z
    .string()
    .regex(/^[0-9a-f-]{36}$/, 'must be a UUID')
    .describe('Chosen by each process of the runner at its start: a UUID.'),
};

export const runnerHeartbeat = z.strictObject({
  ...identity,
  serves: z.array(queue).max(3).describe('Parts of jobs it takes.'),
  hosts: z
    .int()
    .min(1)
    .max(runnerHostsAtMost)
    .describe('Number of parts it does at once, 1 to 64.'),
  engines: z.array(engineUsed).max(20).describe('Its engines, one for each kind of work.'),
});
export type RunnerHeartbeat = z.infer<typeof runnerHeartbeat>;

const milliseconds = (about: string) => z.number().describe(`${about}, in milliseconds.`);

export const runnerTerms = z.looseObject({
  owned: z
    .array(
      z.looseObject({
        task: z.string().describe('Id of the task that holds the part.'),
        job_id: z.string().describe('Its job.'),
        number: z.int().describe('Number of the part in its job.'),
        kind: z.string().describe('Kind of the part.'),
        held_ms: milliseconds('How long it has been held'),
      }),
    )
    .describe('Parts the service believes this process is doing.'),
  serves: z.array(queue).describe('Parts of jobs it may take with its engines.'),
  advice: z
    .string()
    .nullable()
    .describe('Why it may not take the others; null if it may take all.'),
  deadlines: z
    .looseObject({
      part: milliseconds('Longest a part may take'),
      job: milliseconds('Longest a job may take'),
      stages: z
        .record(z.string(), z.number())
        .describe('Longest each stage may take, in milliseconds.'),
    })
    .describe('Time limits of the service.'),
  proof_frames: z.int().describe('Number of proof frames a job may have.'),
  storyboard_tiles: z.int().describe('Number of storyboard tiles a job may have.'),
});
export type RunnerTerms = z.infer<typeof runnerTerms>;

export const claimParts = z.strictObject({
  ...identity,
  serves: z.array(queue).min(1).max(3).describe('Parts of jobs it takes now.'),
  count: z
    .int()
    .min(1)
    .max(runnerHostsAtMost)
    .describe('Number of parts it has room for, 1 to 64.'),
  wait_seconds: z
    .number()
    .min(0)
    .max(claimSecondsAtMost)
    .describe('Longest wait for a part, in seconds, at most 30.'),
});
export type ClaimParts = z.infer<typeof claimParts>;

const partBefore = z.looseObject({
  kind: z.string().describe('Kind of the part.'),
  number: z.int().describe('Number of the part in its job.'),
  state: z.string().describe('`done` or `failed`.'),
  first_cell: z.int().describe('Number of the first cell of its span.'),
  last_cell: z.int().describe('Number of the cell after its span.'),
});

export const partOrdered = z.looseObject({
  task: z.string().describe('Id of the task that holds the part; names it in further calls.'),
  job_id: z.string().describe('Its job.'),
  number: z.int().describe('Number of the part in its job.'),
  kind: z.string().describe('`hear`, `speakers`, `read`, `detect` or `join`.'),
  first_cell: z.int().describe('Number of the first cell of its span.'),
  last_cell: z.int().describe('Number of the cell after its span.'),
  start_seconds: z.number().describe('Begin of its span in the video, in seconds.'),
  end_seconds: z.number().describe('End of its span in the video, in seconds.'),
  crashes: z.int().describe('Number of processes that ended while they did it, in a row.'),
  attempt: z.int().describe('Number of the attempt at the job.'),
  ask: z.record(z.string(), z.unknown()).describe('What the job asks for.'),
  title: z.string().nullable().describe('Title of the video; null if unknown.'),
  tokens_used: z
    .number()
    .describe('Number of tokens of language models that the job has used so far.'),
  describes_sight: z
    .literal(true)
    .optional()
    .describe('Present if the part also describes what its pictures look like.')
    .meta({ examples: [true] }),
  before: z.array(partBefore).describe('Parts whose artifacts a join reads; else empty.'),
});
export type PartOrdered = z.infer<typeof partOrdered>;

export const partsClaimed = z.looseObject({
  parts: z.array(partOrdered).describe('Parts to do now.'),
});

/** Error codes that a join may give for a failed job. */
const jobCodes = Object.keys(errorTable).filter(
  (code) => errorTable[code as keyof typeof errorTable].job,
) as [keyof typeof errorTable];

export const interruptedPart = z.strictObject({
  why: z
    .enum(['crashed', 'closing', 'outage', 'failed'])
    .describe(
      '`crashed`: its process ended. `closing`: the runner stops. `outage`: what it needs is out of order. `failed`: the job cannot be done.',
    ),
  code: z
    .enum(jobCodes)
    .nullish()
    .describe('For `failed`: the error code of the job.')
    .meta({ examples: ['TRANSCRIPTION_FAILED'] }),
  text: z
    .string()
    .max(500)
    .nullish()
    .describe('For `failed`: its public text.')
    .meta({ examples: ['The speech could not be transcribed.'] }),
  detail: z.string().max(4000).describe('What happened, for the log of the service.'),
});
export type InterruptedPart = z.infer<typeof interruptedPart>;

export const partAfter = z.looseObject({
  next: z.string().describe('What becomes of the part, for the log.'),
});

/**
 * The JSON of a result. A part sends `artifact` and `found`, a join sends `results`. The service validates these fields
 * by the kind of part.
 */
export const partResultSent = z.strictObject({
  usage: z.record(z.string(), z.number()),
  artifact: z.unknown().optional(),
  found: z.unknown().optional(),
  results: z.unknown().optional(),
});
export type PartResultSent = z.infer<typeof partResultSent>;
