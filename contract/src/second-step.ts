/** Sign-in with more than a password: a second step with an authenticator app, and single sign-on. */
import { z } from 'zod';
import { textOf } from './text.ts';

const code = textOf(40).describe(
  'Six digits of the authenticator app, or one of the recovery codes.',
);
const password = z
  .string()
  .max(128)
  .optional()
  .describe('Password of the account; absent if it has none.');

export const beginTotp = z.strictObject({ password });
export type BeginTotp = z.infer<typeof beginTotp>;

export const totpBegun = z.looseObject({
  secret: z.string().describe('The secret in base 32, to type into an app. It is shown only now.'),
  uri: z.string().describe('The same as an `otpauth://` address, for a QR code.'),
});

export const enterCode = z.strictObject({ code });
export type EnterCode = z.infer<typeof enterCode>;

export const totpConfirmed = z.looseObject({
  recovery_codes: z
    .array(z.string())
    .describe('Each signs in once without the app. They are shown only now.'),
});

export const endTotp = z.strictObject({ password, code });
export type EndTotp = z.infer<typeof endTotp>;

export const codeTaken = z.looseObject({
  user_id: z.string().describe('Id of the person who is signed in now.'),
});

export const startOidcQuery = z.object({
  next: z
    .string()
    .max(2000)
    .optional()
    .describe('Address of the console to go to after sign-in.')
    .meta({ examples: ['/jobs'] }),
});
export type StartOidcQuery = z.infer<typeof startOidcQuery>;

const optionalText = (about: string, example: string) =>
  z
    .string()
    .max(4000)
    .optional()
    .describe(about)
    .meta({ examples: [example] });
export const finishOidcQuery = z.looseObject({
  code: optionalText('Authorization code of the provider.', 'SplxlOBeZQQYbYS6WxSbIA'),
  state: optionalText('`state` of the request that it answers.', 'af0ifjsldkj'),
  iss: optionalText('Issuer of the answer: address of the provider.', 'https://login.example.com'),
  error: optionalText('Why the provider refused.', 'access_denied'),
});

/** The reasons for which single sign-on can fail; the sign-in page gets the reason in its parameter `failed`. */
export const oidcFailures = [
  'refused',
  'expired',
  'unverified',
  'domain',
  'closed',
  'first',
  'invitation',
  'busy',
  'unavailable',
] as const;
export type OidcFailure = (typeof oidcFailures)[number];
