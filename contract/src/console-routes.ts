/**
 * The calls of the console as data. Private to it and without promises to others, so not in OpenAPI. A session may also
 * call every route of `routes.ts`: those of a workspace below `/console/v1/workspaces/:workspace`, the operator's below
 * `/console/v1/operator`.
 */
import { z } from 'zod';
import { account } from './account.ts';
import {
  changeFollow,
  createFollow,
  createKey,
  delivery,
  follow,
  followVideo,
  keyCreated,
  runFollow,
  secretRotated,
} from './admin.ts';
import {
  acceptInvitation,
  apiKey,
  brandEntry,
  changeMember,
  consoleAccount,
  consoleSession,
  createInvitation,
  followPreview,
  invitation,
  invitationMade,
  jobRow,
  jobShots,
  libraryBrand,
  listJobRowsQuery,
  type MemberRole,
  member,
  namedWorkspace,
  operatorOverview,
  previewFollow,
  testEvent,
  workspaceMade,
} from './console.ts';
import { dataEnvelope, pageEnvelope } from './envelope.ts';
import type { ErrorCode } from './errors.ts';
import { cursor, pageLimit } from './job.ts';
import type { Answer } from './routes.ts';

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
  getJobShots: {
    method: 'GET',
    path: `${workspace}/jobs/:id/shots`,
    access: 'member',
    answers: one(jobShots),
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
