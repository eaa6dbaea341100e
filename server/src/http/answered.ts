/** Collects facts about each answered request, for metrics and logs. */
import type { Fault } from '@reelsight/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once known; kept even if the request is refused. */
    asking: Asking | null;
    /** Why the request was refused. */
    fault: Fault | null;
  }
}

export interface Asking {
  readonly workspaceId: string;
  /** The group of the workspace's owner, as by `ownerGroup`. */
  readonly ownerGroup: string;
  /** Id of the key, never the key; null for a session. */
  readonly keyId: string | null;
}

export interface AnsweredRequest extends Partial<Omit<Asking, 'ownerGroup'>> {
  readonly requestId: string;
  readonly method: string;
  /** Path of the route in the table of calls; `unknown` for a path that is not in the table. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly code?: string;
  readonly fault?: Fault;
}

export type OnAnswer = (answer: AnsweredRequest) => void;

/** Calls `onAnswer` after each answer. */
export function watchAnswers(app: FastifyInstance, onAnswer: OnAnswer): void {
  app.decorateRequest('asking', null);
  app.decorateRequest('fault', null);
  app.addHook('onResponse', async (request, reply) => onAnswer(answeredRequest(request, reply)));
}

export function answeredRequest(request: FastifyRequest, reply: FastifyReply): AnsweredRequest {
  const { asking, fault } = request;
  return {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions?.url ?? 'unknown',
    status: reply.statusCode,
    ms: reply.elapsedTime,
    ...(fault && { code: fault.code, fault }),
    ...(asking && { workspaceId: asking.workspaceId, keyId: asking.keyId }),
  };
}
