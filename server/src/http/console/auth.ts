/** `/console/auth`: the sign-in library's calls that are open, behind our own look at origin, size, form and attempts. */
import { Fault, textOf } from '@reelsight/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type AccountCall, accountCalls, authPath } from '../../accounts/accounts.ts';
import { countAttempt } from '../../db/accounts.ts';
import { parseJson, validate } from '../validate.ts';
import type { ConsoleRooms } from './call.ts';
import { webHeaders } from './gate.ts';
import { checkOrigin } from './origin.ts';

const longestPassword = 128;
const password = z.string().max(longestPassword);
const email = textOf(254);
const name = textOf(200);

/** Fields that are passed on; what else the library would take is left out. */
const bodies: Partial<Record<AccountCall, z.ZodType>> = {
  'POST /sign-up/email': z.object({ name, email, password, invitation: textOf(200).optional() }),
  'POST /sign-in/email': z.object({ email, password, rememberMe: z.boolean().optional() }),
  'POST /change-password': z.object({
    currentPassword: password,
    newPassword: password,
    revokeOtherSessions: z.boolean().optional(),
  }),
  'POST /revoke-session': z.object({ token: textOf(200) }),
};

/** Attempts in a window; each also costs 0.1 s of a core. An address may stand for an office, an e-mail for one person. */
const windowSeconds = 60;
const attemptsOf = { address: 30, email: 10 } as const;
const counted: readonly AccountCall[] = [
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /change-password',
];

export function addSignIn(app: FastifyInstance, rooms: ConsoleRooms): void {
  for (const call of accountCalls) {
    const [method, path] = call.split(' ') as ['GET' | 'POST', string];
    app.route({
      method,
      url: `${authPath}${path}`,
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        if (!bodies[call]) delete request.raw.headers['content-type'];
        void reply.header('Cache-Control', 'no-store');
        checkOrigin(rooms.publicUrl, request);
      },
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        answer(rooms, call, request, reply),
    });
  }
}

async function answer(
  rooms: ConsoleRooms,
  call: AccountCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const schema = bodies[call];
  const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  const body = schema
    ? (validate(schema, parseJson(bytes, request.headers['content-type']), 'body') as object)
    : {};
  if (counted.includes(call)) await checkAttempts(rooms, call, request, body);
  const headers = webHeaders(request);
  headers.set('content-type', 'application/json');
  const takes = call.startsWith('POST');
  const made = await rooms.accounts.answer(call, headers, takes ? body : null);
  for (const cookie of made.headers.getSetCookie()) void reply.header('Set-Cookie', cookie);
  const text = await made.text();
  // All that the library says to a stranger who calls what needs a session.
  if (made.status === 401 && text === '') throw new Fault('SIGN_IN_REQUIRED', call);
  return reply.code(made.status).type('application/json; charset=utf-8').send(text);
}

/** Over all API processes. Throws Fault RATE_LIMITED. */
async function checkAttempts(
  { domain }: ConsoleRooms,
  call: AccountCall,
  request: FastifyRequest,
  body: { readonly email?: string },
): Promise<void> {
  const count = (key: string) => countAttempt(domain.db, `${call} ${key}`, windowSeconds);
  const tooMany =
    (await count(`from ${request.ip}`)) > attemptsOf.address ||
    (body.email !== undefined &&
      (await count(`as ${body.email.toLowerCase()}`)) > attemptsOf.email);
  if (tooMany) {
    throw new Fault('RATE_LIMITED', request.ip, {
      text: 'Too many attempts. Wait a minute and try again.',
    });
  }
}
