/** What a handler of the console is given: a call of the public interface, and whose session it is. */

import { type ConsoleRoute, Fault, type MemberRole } from '@reelsight/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts, SignedIn } from '../../accounts/accounts.ts';
import { type Call, isId, type Reply, type Rooms } from '../call.ts';
import type { OperatorRoom } from './operator-room.ts';

export interface ConsoleRooms extends Rooms {
  readonly accounts: Accounts;
  readonly operator: OperatorRoom;
  readonly adminToken: string;
  /** For what goes wrong after an answer has begun. */
  readonly onFault: (fault: Fault, requestId: string) => void;
  /** Where the operator told it; else each request tells by its Host. */
  readonly publicUrl: string | null;
  readonly version: string;
  /** Calls back when the service stops. */
  readonly closing: AbortSignal;
}

export interface Visitor {
  /** Null only where a route is for anyone, as is `role` outside a workspace. */
  readonly signedIn: SignedIn | null;
  readonly role: MemberRole | null;
  /** Origin of the pages. */
  readonly origin: string;
}

/** `caller` is the workspace of the path, absent outside of one. */
export interface ConsoleCall<Query = unknown, Body = unknown> extends Call<Query, Body> {
  readonly user: SignedIn['user'];
  readonly sessionId: string;
  readonly role: MemberRole;
  readonly origin: string;
}

export type ConsoleHandler = (
  rooms: ConsoleRooms,
  // biome-ignore lint/suspicious/noExplicitAny: query and body are typed by each handler, checked by its route's schemas
  call: ConsoleCall<any, any>,
) => Promise<Reply>;

/** A route whose body or answer is no JSON. */
export interface ByteRoute extends Pick<ConsoleRoute, 'path' | 'access'> {
  readonly method: ConsoleRoute['method'] | 'HEAD';
  /** What a body may have; without it none is read. */
  readonly bodyLimitBytes?: number;
  /** `call.body` is a Buffer where there is a limit. What it returns is sent; undefined: it has answered by itself. */
  readonly handler: (
    rooms: ConsoleRooms,
    call: ConsoleCall<Readonly<Record<string, unknown>>, Buffer>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Reply | undefined>;
}

/** A parameter of the path that is an id. Throws Fault NOT_FOUND for what is none. */
export function paramOf(call: Pick<Call, 'params'>, name: string): string {
  const value = call.params[name];
  if (!isId(value)) throw new Fault('NOT_FOUND', `${name} ${value}`);
  return value;
}
