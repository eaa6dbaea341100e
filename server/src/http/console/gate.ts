/** Who may call what in the console: session, origin, membership and role, before a byte of the body is read. */
import { type ConsoleRoute, Fault, type MemberRole } from '@reelsight/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedIn } from '../../accounts/accounts.ts';
import { findMemberWorkspace } from '../../db/members.ts';
import { checkOperator } from '../app.ts';
import { isId } from '../call.ts';
import type { ConsoleRooms, Visitor } from './call.ts';
import { checkOrigin, ownOrigin } from './origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor | null;
  }
}

export interface Entrance {
  readonly access: ConsoleRoute['access'];
  /** A body is read. */
  readonly takesBody: boolean;
  /** Open jobs of the workspace are counted. */
  readonly countJobs?: boolean;
}

/** Throws Fault SIGN_IN_REQUIRED, INSUFFICIENT_SCOPE, or NOT_FOUND for a workspace of others. */
export async function enter(
  rooms: ConsoleRooms,
  entrance: Entrance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // Fastify refuses types it cannot read, also where nothing is read.
  if (!entrance.takesBody) delete request.raw.headers['content-type'];
  void reply.header('Cache-Control', 'no-store');
  if (entrance.access === 'operator' && request.headers.authorization !== undefined) {
    // A program, whose token no browser sends by itself: the command line, where the operator forgot the password.
    checkOperator(request, rooms.adminToken);
    request.visitor = {
      signedIn: null,
      role: null,
      origin: ownOrigin(rooms.publicUrl, request),
    };
    return;
  }
  const signedIn = await rooms.accounts.signedIn(webHeaders(request));
  if (!signedIn && entrance.access !== 'anyone') throw new Fault('SIGN_IN_REQUIRED', request.url);
  for (const cookie of signedIn?.cookies ?? []) void reply.header('Set-Cookie', cookie);
  checkOrigin(rooms.publicUrl, request);
  const role = signedIn ? await roleOf(rooms, entrance, signedIn, request) : null;
  request.visitor = { signedIn, role, origin: ownOrigin(rooms.publicUrl, request) };
}

async function roleOf(
  rooms: ConsoleRooms,
  { access, countJobs = false }: Entrance,
  { user }: SignedIn,
  request: FastifyRequest,
): Promise<MemberRole | null> {
  if (access === 'operator' && !user.operator) {
    throw new Fault('INSUFFICIENT_SCOPE', user.id, {
      text: 'Only the operator, whose account was the first, may do this.',
    });
  }
  if (access !== 'member' && access !== 'owner') return null;
  const { workspace: id } = request.params as Record<string, string>;
  const found = isId(id)
    ? await findMemberWorkspace(rooms.domain.db, id, user.id, countJobs)
    : undefined;
  if (!found) throw new Fault('NOT_FOUND', `workspace ${id}`, { text: noWorkspace });
  const { role, ...workspace } = found;
  if (access === 'owner' && role !== 'owner') {
    throw new Fault('INSUFFICIENT_SCOPE', `${user.id} in ${id}`, {
      text: 'Only an owner of this workspace may do this.',
    });
  }
  request.caller = {
    ...workspace,
    // Who makes no keys is told no secret either.
    webhook_secret: role === 'owner' ? workspace.webhook_secret : null,
    in_scope: true,
    remaining: null,
  };
  return role;
}

const noWorkspace = 'There is no such workspace.';

/** Request headers as the sign-in library reads them. */
export function webHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const name of ['cookie', 'content-type', 'user-agent'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}
