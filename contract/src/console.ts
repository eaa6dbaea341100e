/** What the console shows and sends beside the public interface: sessions, members, keys, brands, Follows, operator's pages. */
import { z } from 'zod';
import { scope } from './account.ts';
import { followFilters } from './admin.ts';
import { job, listJobsQuery, webhookUrl } from './job.ts';
import { planName } from './plans.ts';
import { textOf, timestamp } from './text.ts';

/** `owner` may do all in a workspace; `member` may analyse and read, and make no keys, members or secrets. */
export const memberRoles = ['owner', 'member'] as const;
export type MemberRole = (typeof memberRoles)[number];
const role = z.enum(memberRoles);
const name = textOf(200);
const email = textOf(254).regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address');

export const consoleUser = z.looseObject({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  operator: z.boolean(),
});

/** What the page needs before its first picture. */
export const consoleSession = z.looseObject({
  /** Null where nobody is signed in. */
  user: consoleUser.nullable(),
  workspaces: z.array(
    z.looseObject({ workspace_id: z.string(), name: z.string(), plan: planName, role }),
  ),
  /** `first`: no account exists yet, whoever signs up becomes the operator. `closed`: only by invitation. */
  sign_up: z.enum(['first', 'open', 'closed']),
  api_url: z.string(),
  version: z.string(),
});
export type ConsoleSession = z.infer<typeof consoleSession>;

export const namedWorkspace = z.strictObject({ name });
export type NamedWorkspace = z.infer<typeof namedWorkspace>;
export const workspaceMade = z.looseObject({ workspace_id: z.string(), name: z.string() });

export const member = z.looseObject({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  joined_at: timestamp,
});
export type Member = z.infer<typeof member>;
export const changeMember = z.strictObject({ role });
export type ChangeMember = z.infer<typeof changeMember>;

export const createInvitation = z.strictObject({ email, role });
export type CreateInvitation = z.infer<typeof createInvitation>;
export const invitation = z.looseObject({
  invitation_id: z.string(),
  email: z.string(),
  role,
  expires_at: timestamp,
});
export type Invitation = z.infer<typeof invitation>;
/** The link is shown once; there is no mail server. It also lets its reader sign up where sign-up is closed. */
export const invitationMade = invitation.extend({ link: z.string() });
export const acceptInvitation = z.strictObject({ token: textOf(200) });
export type AcceptInvitation = z.infer<typeof acceptInvitation>;

export const apiKey = z.looseObject({
  key_id: z.string(),
  name: z.string(),
  scopes: z.array(scope),
  created_at: timestamp,
  revoked_at: timestamp.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const testEvent = z.strictObject({ url: webhookUrl });
export type TestEvent = z.infer<typeof testEvent>;

/** A job as a list shows it: the public job without its results. */
export const jobRow = job.omit({ results: true }).extend({
  filename: z.string().nullable(),
  /** Of an upload, so that the same file can be asked again with `from_job`. */
  upload_key: z.string().nullable(),
  updated_at: timestamp,
  /** The video is still held and can be played from `…/jobs/:id/media`. */
  media_available: z.boolean(),
  /** The webhook the job was made with. */
  webhook_url: z.string().nullable(),
});
export type JobRowView = z.infer<typeof jobRow>;
/** Between two cuts each, in seconds; empty where no picture was looked at, or what was decoded is no longer held. */
export const jobShots = z.looseObject({
  shots: z.array(z.looseObject({ start: z.number(), end: z.number() })),
});

/** As the public list takes it, and words of title, filename, link or external id. */
export const listJobRowsQuery = listJobsQuery.extend({
  search: textOf(200).optional(),
  batch_id: textOf(100).optional(),
});
export type ListJobRowsQuery = z.infer<typeof listJobRowsQuery>;

const brandWords = z.array(textOf(100)).max(50);
/** A brand of the workspace's library. `exclude` true takes the name out of every analysis. */
export const brandEntry = z.strictObject({
  name: textOf(100),
  aliases: brandWords.optional(),
  /** Words beside an everyday name that show that the brand is meant. */
  support: brandWords.optional(),
  /** Words beside it that show that something else is. */
  unless: brandWords.optional(),
  exclude: z.boolean().optional(),
});
export type BrandEntry = z.infer<typeof brandEntry>;
export const brandLogo = z.looseObject({
  logo_id: z.string(),
  width: z.int(),
  height: z.int(),
  /** Path of the picture, below `/console/v1`. */
  path: z.string(),
});
export const libraryBrand = z.looseObject({
  brand_id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  support: z.array(z.string()),
  unless: z.array(z.string()),
  exclude: z.boolean(),
  logos: z.array(brandLogo),
  updated_at: timestamp,
});
export type LibraryBrand = z.infer<typeof libraryBrand>;

export const previewFollow = z.strictObject({
  source: z.string(),
  filters: followFilters.nullish(),
});
export type PreviewFollow = z.infer<typeof previewFollow>;
/** What a Follow of this source would meet now; nothing is made. */
export const followPreview = z.looseObject({
  platform: z.string(),
  kind: z.string(),
  title: z.string().nullable(),
  videos: z.array(
    z.looseObject({
      video_id: z.string(),
      url: z.string().nullable(),
      title: z.string().nullable(),
      duration_seconds: z.number().nullable(),
      published_at: z.string().nullable(),
      /** Null where it would be taken, else the filter that refuses it. */
      refused: z.string().nullable(),
    }),
  ),
});
export type FollowPreview = z.infer<typeof followPreview>;

/** The state of the service, for its operator. */
export const operatorOverview = z.looseObject({
  version: z.string(),
  role: z.string(),
  database: z.enum(['pglite', 'postgres']),
  storage: z.enum(['files', 's3']),
  started_at: timestamp,
  parts: z.record(z.string(), z.string()),
  engines: z.array(
    z.looseObject({
      role: z.string(),
      name: z.string(),
      version: z.string().nullable(),
      kind: z.string(),
      available: z.boolean(),
      /** The one the next job uses. */
      chosen: z.boolean(),
      /** What it would need, where it is not there. */
      missing: z.string().nullable(),
    }),
  ),
  models: z.array(
    z.looseObject({
      model_id: z.string(),
      role: z.string(),
      license: z.string(),
      size_bytes: z.int(),
      state: z.enum(['installed', 'absent', 'pulling', 'failed']),
      pulled_bytes: z.int(),
      error: z.string().nullable(),
    }),
  ),
  workers: z.array(
    z.looseObject({
      worker_id: z.string(),
      jobs: z.array(z.string()),
      heartbeat_at: timestamp.nullable(),
    }),
  ),
  queues: z.array(z.looseObject({ queue: z.string(), waiting: z.int(), active: z.int() })),
  jobs: z.looseObject({ pending: z.int(), processing: z.int(), held: z.int() }),
  platforms: z.array(
    z.looseObject({
      platform: z.string(),
      state: z.enum(['ok', 'limited', 'unavailable']),
      until: timestamp.nullable(),
      last_error: z.string().nullable(),
    }),
  ),
  links: z.looseObject({
    available: z.boolean(),
    version: z.string().nullable(),
    /** What is wrong with the program that reads links, and what to do: it is not there, or old. */
    advice: z.string().nullable(),
  }),
});
export type OperatorOverview = z.infer<typeof operatorOverview>;

export const consoleAccount = z.looseObject({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  operator: z.boolean(),
  created_at: timestamp,
  workspaces: z.array(z.looseObject({ workspace_id: z.string(), name: z.string(), role })),
});
export type ConsoleAccount = z.infer<typeof consoleAccount>;

/** The exact schema stays in the type, so that the console's calls know what they answer. */
