/**
 * A plugin of the sign-in library: begins a session for a person who proved their identity by other means than a
 * password.
 */
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

export const beginSession = {
  id: 'begin-session',
  endpoints: {
    /** This endpoint cannot be called over HTTP; its response carries the session cookie. */
    beginSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.userId);
        if (!user) throw new Error(`no user ${ctx.body.userId}`);
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return { userId: user.id };
      },
    ),
  },
};
