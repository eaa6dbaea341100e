/**
 * What the console asks beside the public interface: sessions, members, keys, brands, Follows, operator's pages.
 * Private to the console and without promises to others, so not in OpenAPI. A session may also call every route of
 * `routes.ts`: those of a workspace below `/console/v1/workspaces/:workspace`, the operator's below `/console/v1/operator`.
 */
import { z } from 'zod';
import { account, scope } from './account.ts';
import {
  changeFollow,
  createFollow,
  createKey,
  delivery,
  follow,
  followFilters,
  followVideo,
  keyCreated,
  runFollow,
  secretRotated,
} from './admin.ts';
import { dataEnvelope, pageEnvelope } from './envelope.ts';
import type { ErrorCode } from './errors.ts';
import { cursor, job, listJobsQuery, pageLimit, webhookUrl } from './job.ts';
import { planName } from './plans.ts';
import type { Answer } from './routes.ts';
import { textOf, timestamp } from './text.ts';

/** `owner` may do all in a workspace; `member` may analyse and read, and make no keys, members or secrets. */
export const memberRoles = ['owner', 'member'] as const;
export type MemberRole = (typeof memberRoles)[number];
const role = z.enum(memberRoles);
const name = textOf(200);
const email = textOf(254).regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address');

export interface ConsoleRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /**
   * `anyone` needs no session; `user` one; `member` and `owner` that role in `:workspace`; `operator` the first account,
   * or a program with the operator's token.
   */
  readonly access: 'anyone' | 'user' | MemberRole | 'operator';
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  readonly answers: readonly Answer[];
  readonly errors: readonly ErrorCode[];
}

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
const workspaceMade = z.looseObject({ workspace_id: z.string(), name: z.string() });

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
const one = <T extends z.ZodType>(body: T, status = 200, description = 'As asked.') =>
  [{ status, description, body: dataEnvelope(body) }] as const satisfies readonly Answer[];
const page = <T extends z.ZodType>(body: T) =>
  [
    { status: 200, description: 'A page.', body: pageEnvelope(z.array(body)) },
  ] as const satisfies readonly Answer[];
const gone = [{ status: 204, description: 'Done.' }] as const satisfies readonly Answer[];
const workspace = '/console/v1/workspaces/:workspace';
const operator = '/console/v1/operator';

/**
 * Sign-up, sign-in and sign-out are the sign-in library's own calls below `/console/auth`. Three more answer with
 * bytes: `…/workspaces/:workspace/jobs/:id/media` (the video, with ranges), `…/workspaces/:workspace/events`
 * (server-sent events: `job` with a `jobRow` whenever one changes) and `…/brands/:id/logos/:logo` (the picture). One
 * takes bytes: `POST …/brands/:id/logos`, a PNG, JPEG or WebP of at most 2 MB; it answers 201 with a `brandLogo`.
 */
export const consoleRoutes = {
  getSession: {
    method: 'GET',
    path: '/console/v1/session',
    access: 'anyone',
    answers: one(consoleSession),
    errors: [],
  },
  createOwnWorkspace: {
    method: 'POST',
    path: '/console/v1/workspaces',
    access: 'user',
    body: namedWorkspace,
    answers: one(workspaceMade, 201),
    errors: [],
  },
  renameWorkspace: {
    method: 'PATCH',
    path: workspace,
    access: 'owner',
    body: namedWorkspace,
    answers: one(account),
    errors: [],
  },
  /** The body repeats the name of what will be lost. */
  deleteOwnWorkspace: {
    method: 'POST',
    path: `${workspace}/delete`,
    access: 'owner',
    body: namedWorkspace,
    answers: gone,
    errors: ['VALIDATION_FAILED'],
  },
  acceptInvitation: {
    method: 'POST',
    path: '/console/v1/invitations/accept',
    access: 'user',
    body: acceptInvitation,
    answers: one(workspaceMade),
    errors: ['NOT_FOUND'],
  },
  listMembers: {
    method: 'GET',
    path: `${workspace}/members`,
    access: 'member',
    answers: one(z.array(member)),
    errors: [],
  },
  changeMember: {
    method: 'PATCH',
    path: `${workspace}/members/:user`,
    access: 'owner',
    body: changeMember,
    answers: one(member),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  /** An owner removes anyone but the last owner; a member only herself. */
  removeMember: {
    method: 'DELETE',
    path: `${workspace}/members/:user`,
    access: 'member',
    answers: gone,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  listInvitations: {
    method: 'GET',
    path: `${workspace}/invitations`,
    access: 'owner',
    answers: one(z.array(invitation)),
    errors: [],
  },
  createInvitation: {
    method: 'POST',
    path: `${workspace}/invitations`,
    access: 'owner',
    body: createInvitation,
    answers: one(invitationMade, 201),
    errors: [],
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: `${workspace}/invitations/:id`,
    access: 'owner',
    answers: gone,
    errors: ['NOT_FOUND'],
  },
  listKeys: {
    method: 'GET',
    path: `${workspace}/keys`,
    access: 'member',
    answers: one(z.array(apiKey)),
    errors: [],
  },
  createOwnKey: {
    method: 'POST',
    path: `${workspace}/keys`,
    access: 'owner',
    body: createKey,
    answers: one(keyCreated, 201),
    errors: [],
  },
  revokeOwnKey: {
    method: 'DELETE',
    path: `${workspace}/keys/:id`,
    access: 'owner',
    answers: gone,
    errors: ['NOT_FOUND'],
  },
  /** It is read with the account, by owners only; members see null there. */
  rotateOwnSecret: {
    method: 'POST',
    path: `${workspace}/webhook-secret`,
    access: 'owner',
    answers: one(secretRotated, 201),
    errors: [],
  },
  listOwnDeliveries: {
    method: 'GET',
    path: `${workspace}/deliveries`,
    access: 'member',
    answers: one(z.array(delivery)),
    errors: [],
  },
  replayOwnDelivery: {
    method: 'POST',
    path: `${workspace}/deliveries/:id/replay`,
    access: 'member',
    answers: one(delivery, 201),
    errors: ['NOT_FOUND'],
  },
  /** Sends `webhook.test` by the same way as every event. */
  sendTestEvent: {
    method: 'POST',
    path: `${workspace}/deliveries/test`,
    access: 'member',
    body: testEvent,
    answers: one(delivery, 201),
    errors: ['MODE_NOT_ALLOWED', 'VALIDATION_FAILED'],
  },
  listJobRows: {
    method: 'GET',
    path: `${workspace}/jobs`,
    access: 'member',
    query: listJobRowsQuery,
    answers: page(jobRow),
    errors: ['VALIDATION_FAILED'],
  },
  getJobRow: {
    method: 'GET',
    path: `${workspace}/jobs/:id`,
    access: 'member',
    answers: one(jobRow),
    errors: ['JOB_NOT_FOUND'],
  },
  listBrands: {
    method: 'GET',
    path: `${workspace}/brands`,
    access: 'member',
    answers: one(z.array(libraryBrand)),
    errors: [],
  },
  createBrand: {
    method: 'POST',
    path: `${workspace}/brands`,
    access: 'member',
    body: brandEntry,
    answers: one(libraryBrand, 201),
    errors: ['VALIDATION_FAILED'],
  },
  changeBrand: {
    method: 'PUT',
    path: `${workspace}/brands/:id`,
    access: 'member',
    body: brandEntry,
    answers: one(libraryBrand),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  deleteBrand: {
    method: 'DELETE',
    path: `${workspace}/brands/:id`,
    access: 'member',
    answers: gone,
    errors: ['NOT_FOUND'],
  },
  deleteBrandLogo: {
    method: 'DELETE',
    path: `${workspace}/brands/:id/logos/:logo`,
    access: 'member',
    answers: gone,
    errors: ['NOT_FOUND'],
  },
  listOwnFollows: {
    method: 'GET',
    path: `${workspace}/follows`,
    access: 'member',
    answers: one(z.array(follow)),
    errors: [],
  },
  createOwnFollow: {
    method: 'POST',
    path: `${workspace}/follows`,
    access: 'member',
    body: createFollow,
    answers: one(follow, 201),
    errors: ['VALIDATION_FAILED'],
  },
  previewFollow: {
    method: 'POST',
    path: `${workspace}/follows/preview`,
    access: 'member',
    body: previewFollow,
    answers: one(followPreview),
    errors: ['INVALID_URL', 'PLATFORM_UNAVAILABLE', 'PLATFORM_RATE_LIMITED'],
  },
  changeOwnFollow: {
    method: 'PATCH',
    path: `${workspace}/follows/:id`,
    access: 'member',
    body: changeFollow,
    answers: one(follow),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  deleteOwnFollow: {
    method: 'DELETE',
    path: `${workspace}/follows/:id`,
    access: 'member',
    answers: gone,
    errors: ['NOT_FOUND'],
  },
  runOwnFollow: {
    method: 'POST',
    path: `${workspace}/follows/:id/runs`,
    access: 'member',
    body: runFollow,
    answers: one(follow, 201),
    errors: ['NOT_FOUND'],
  },
  listOwnFollowVideos: {
    method: 'GET',
    path: `${workspace}/follows/:id/videos`,
    access: 'member',
    answers: one(z.array(followVideo)),
    errors: ['NOT_FOUND'],
  },
  getOverview: {
    method: 'GET',
    path: `${operator}/overview`,
    access: 'operator',
    answers: one(operatorOverview),
    errors: [],
  },
  listAccounts: {
    method: 'GET',
    path: `${operator}/accounts`,
    access: 'operator',
    query: z.object({ limit: pageLimit.optional(), cursor: cursor.optional() }),
    answers: page(consoleAccount),
    errors: [],
  },
  /** There is no mail server: a new password, shown once, for who forgot theirs. It ends their sessions. */
  resetPassword: {
    method: 'POST',
    path: `${operator}/accounts/:user/password`,
    access: 'operator',
    answers: one(z.looseObject({ user_id: z.string(), password: z.string() }), 201),
    errors: ['NOT_FOUND'],
  },
  /** Begins in the background; the overview tells how far it is. */
  pullModel: {
    method: 'POST',
    path: `${operator}/models/:id/pull`,
    access: 'operator',
    answers: one(z.looseObject({ model_id: z.string() }), 202),
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, ConsoleRoute>;
export type ConsoleRouteId = keyof typeof consoleRoutes;
