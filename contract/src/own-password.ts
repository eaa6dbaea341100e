/** The password of whoever is signed in, asked for once more before what a stolen session must not do. */
import { z } from 'zod';

export const ownPassword = z
  .string()
  .max(128)
  .optional()
  .describe(
    "Password of the signed-in operator. Absent with the operator's token, and for an account without a password, whose sign-in must be less than five minutes old instead.",
  )
  .meta({ examples: ['correct horse battery'] });

export const withOwnPassword = z.strictObject({ password: ownPassword });
export type WithOwnPassword = z.infer<typeof withOwnPassword>;
