/** The password of the signed-in user. Some actions ask for it again, so that a stolen session cannot perform them. */
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
