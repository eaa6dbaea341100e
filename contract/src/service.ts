/** The state of the service and its accounts, for its operator. */
import { z } from 'zod';
import { memberRole } from './member.ts';
import { cursor, pageLimit } from './paging.ts';
import { timestamp } from './text.ts';

const engine = z.looseObject({
  role: z.string().describe('What it does, such as `speech`.'),
  name: z.string().describe('Its name.'),
  version: z.string().nullable().describe('Its version; null if unknown.'),
  kind: z.string().describe('`embedded`, `local` (a pulled model) or `remote` (a server).'),
  available: z.boolean().describe('Whether it could be used now.'),
  chosen: z.boolean().describe('Whether the next job uses it.'),
  missing: z
    .string()
    .nullable()
    .describe('What it would need; null if it is available.')
    .meta({ examples: ['reelsight models pull moonshine-base'] }),
  trouble: z
    .string()
    .nullable()
    .describe('What keeps it from its work now; null if nothing is known.')
    .meta({ examples: ['It does not answer, so that searches are by words alone.'] }),
});

const modelTrial = z.looseObject({
  tried_at: timestamp
    .describe('When it was tried.')
    .meta({ examples: ['2026-11-12T09:40:00.000Z'] }),
  saw: z
    .string()
    .nullable()
    .describe('What it said, read or saw in the sample video; null if it failed.')
    .meta({ examples: ['stop sign 0.97, cup 0.91'] }),
  error: z
    .string()
    .nullable()
    .describe('Why it failed; null if it did not.')
    .meta({ examples: ['the model yolox-tiny could not be loaded'] }),
  seconds: z
    .number()
    .nullable()
    .describe('Seconds from loading the model to its last answer; null if it failed.')
    .meta({ examples: [1.4] }),
  peak_bytes: z
    .int()
    .nullable()
    .describe('The most memory its processes held, in bytes; null where the system does not say.')
    .meta({ examples: [330_000_000] }),
});

const model = z.looseObject({
  model_id: z.string().describe('Name of the model.'),
  role: z.string().describe('What it does, such as `speech`.'),
  license: z.string().describe('Its licence.'),
  size_bytes: z.int().describe('Size of its files, in bytes.'),
  state: z.enum(['installed', 'absent', 'pulling', 'failed']).describe('Whether it is there.'),
  pulled_bytes: z.int().describe('What has been pulled so far, in bytes.'),
  error: z
    .string()
    .nullable()
    .describe('Why it could not be pulled; null if nothing failed.')
    .meta({ examples: ['The connection broke off again and again.'] }),
  trial: modelTrial
    .nullable()
    .describe(
      'The last `reelsight models try` of the installed files on the machine of this process; null if there was none.',
    )
    .meta({
      examples: [
        {
          tried_at: '2026-11-12T09:40:00.000Z',
          saw: 'stop sign 0.97, cup 0.91',
          error: null,
          seconds: 1.4,
          peak_bytes: 330_000_000,
        },
      ],
    }),
});

const worker = z.looseObject({
  worker_id: z
    .string()
    .describe('Id of the worker; of a process of a runner it begins with the id of the runner.'),
  jobs: z.array(z.string()).describe('Jobs it is processing.'),
  serves: z.array(z.string()).describe('Parts of jobs it takes: `hear`, `see`, `join`.'),
  hosts: z.int().describe('Number of parts it does at once.'),
  heartbeat_at: timestamp.nullable().describe('When it last sent a heartbeat; null if never.'),
});

const queue = z.looseObject({
  queue: z.string().describe('Name of the queue.'),
  waiting: z.int().describe('Number of tasks that wait.'),
  active: z.int().describe('Number of tasks being worked on.'),
  served: z.boolean().describe('False if tasks wait that no running worker takes.'),
});

const platform = z.looseObject({
  platform: z.string().describe('The platform, or the host of direct links.'),
  state: z
    .enum(['ok', 'limited', 'unavailable'])
    .describe('`limited`: in back-off after it refused. `unavailable`: paused by the operator.'),
  until: timestamp
    .nullable()
    .describe('End of the back-off or pause; null if there is none.')
    .meta({ examples: ['2026-11-12T09:40:00.000Z'] }),
  last_error: z
    .string()
    .nullable()
    .describe('Its last error; null if none.')
    .meta({ examples: ['HTTP Error 429: Too Many Requests'] }),
});

export const operatorOverview = z.looseObject({
  version: z.string().describe('Version of the service.'),
  role: z.string().describe('What this process does: `all`, `api` or `worker`.'),
  database: z.enum(['pglite', 'postgres']).describe('`pglite` is the embedded one.'),
  storage: z.enum(['files', 's3']).describe('Where files are kept.'),
  started_at: timestamp.describe('When this process started.'),
  parts: z
    .record(z.string(), z.string())
    .describe(
      'State of `database`, `storage` and `queue`: `ok` or `unavailable`; `full` for a storage without space.',
    ),
  disk: z
    .looseObject({
      state: z
        .enum(['ok', 'low', 'full'])
        .describe(
          '`low`: below the reserve, no new work is taken. `full`: uploads under way are ended too.',
        ),
      free_bytes: z.int().describe('Free space, in bytes.'),
      total_bytes: z.int().describe('Size of the disk, in bytes.'),
      reserve_bytes: z.int().describe('Free space below which no new work is taken, in bytes.'),
    })
    .nullable()
    .describe('The disk of the data folder of this process; null if the system does not say.'),
  engines: z.array(engine).describe('Every engine that is known.'),
  models: z.array(model).describe('Every model that can be pulled.'),
  workers: z.array(worker).describe('Running workers, and any that still hold a job.'),
  queues: z.array(queue).describe('The queues.'),
  jobs: z
    .looseObject({
      pending: z.int().describe('Number of jobs that wait for a worker.'),
      processing: z.int().describe('Number of jobs a worker is processing.'),
      held: z.int().describe('Number of jobs that wait for credits.'),
    })
    .describe('Open jobs of all workspaces.'),
  platforms: z.array(platform).describe('Platforms videos come from.'),
  links: z
    .looseObject({
      available: z.boolean().describe('Whether links can be read.'),
      version: z.string().nullable().describe('Version of the program that reads them.'),
      origin: z
        .enum(['setting', 'data folder', 'system'])
        .describe(
          'Where that program is from: `setting` is REELSIGHT_YTDLP, `data folder` what `reelsight links update` fetched, `system` the PATH.',
        ),
      age_days: z
        .int()
        .nullable()
        .describe('Days since that version was released; null if there is none.'),
      advice: z
        .string()
        .nullable()
        .describe('What is wrong with that program and what to do; null if nothing is.')
        .meta({
          examples: [
            'yt-dlp 2026.05.01 (of the system) is 200 days old and platforms change often: run `reelsight links update`.',
          ],
        }),
    })
    .describe('The program that reads links.'),
});
export type OperatorOverview = z.infer<typeof operatorOverview>;

export const consoleAccount = z.looseObject({
  user_id: z.string().describe('Id of the person, `usr_…`.'),
  name: z.string().describe('Their name.'),
  email: z.string().describe('Their e-mail address.'),
  operator: z.boolean().describe('Whether they operate the service.'),
  totp: z.boolean().describe('Whether a sign-in asks for a code of their authenticator app.'),
  created_at: timestamp.describe('When they signed up.'),
  workspaces: z
    .array(
      z.looseObject({
        workspace_id: z.string().describe('Id of the workspace, `ws_…`.'),
        name: z.string().describe('Its name.'),
        role: memberRole.describe('What they may do in it.'),
      }),
    )
    .describe('Workspaces they are a member of.'),
});
export type ConsoleAccount = z.infer<typeof consoleAccount>;

export const listAccountsQuery = z.object({
  limit: pageLimit.optional().describe('Accounts on a page, 1 to 100. Default 50.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page, unchanged.'),
});
export type ListAccountsQuery = z.infer<typeof listAccountsQuery>;

export const passwordReset = z.looseObject({
  user_id: z.string().describe('Id of the person, `usr_…`.'),
  password: z.string().describe('The new password; it is shown only this once.'),
});

export const modelPulled = z.looseObject({
  model_id: z.string().describe('The model that is being pulled.'),
});
