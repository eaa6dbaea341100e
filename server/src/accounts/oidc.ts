/**
 * Single sign-on by OpenID Connect, using the Authorization Code flow with PKCE. State, nonce and the signature of the
 * ID token are checked.
 */
import type { OidcFailure } from '@reelsight/contract';
import { cutText } from '@reelsight/contract/cut-text';
import * as client from 'openid-client';

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Label of the sign-in button. */
  readonly label: string;
  /** E-mail domains whose addresses may sign in, in lower case; if empty, all may. */
  readonly domains: readonly string[];
  /** Whether an e-mail address counts as verified if the provider does not say. */
  readonly trustEmail: boolean;
}

/** Facts that the provider reports about a person. */
export interface OidcPerson {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; null if the provider gave none. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
}

/** State of a sign-in that is stored from the redirect to the provider until the browser returns. */
export interface OidcJourney {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
  /** Console page to open after the sign-in. */
  readonly next: string;
}

/** Thrown to end a sign-in; the sign-in page shows the reason. */
export class OidcRefusal extends Error {
  readonly failure: OidcFailure;
  constructor(failure: OidcFailure, cause?: unknown) {
    super(`single sign-on: ${failure}`, { cause });
    this.failure = failure;
  }
}

export interface OidcProvider {
  /** Throws OidcRefusal. */
  leave(
    way: Pick<OidcJourney, 'redirectUri' | 'next'>,
  ): Promise<{ journey: OidcJourney; url: string }>;
  /**
   * `query`: query string of the address to which the provider sent the browser back, with its question mark. Throws
   * OidcRefusal.
   */
  comeBack(journey: OidcJourney, query: string): Promise<OidcPerson>;
}

/** Maximum wait for an answer from the provider. */
const timeoutSeconds = 10;

export function openOidc(settings: OidcSettings): OidcProvider {
  const discovered = discoverOnce(settings);
  return {
    leave: async ({ redirectUri, next }) => {
      const config = await discovered();
      const verifier = client.randomPKCECodeVerifier();
      const state = client.randomState();
      const nonce = client.randomNonce();
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });

      return { journey: { state, nonce, verifier, redirectUri, next }, url: url.href };
    },
    comeBack: async (journey, query) => {
      const config = await discovered();
      try {
        const tokens = await client.authorizationCodeGrant(
          config,
          new URL(journey.redirectUri + query),
          {
            pkceCodeVerifier: journey.verifier,
            expectedState: journey.state,
            expectedNonce: journey.nonce,
            idTokenExpected: true,
          },
        );
        return await personOf(config, tokens, settings.trustEmail);
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

/** Requests the provider's addresses and keys at the first sign-in, and again if that failed. */
function discoverOnce({ issuer, clientId, clientSecret }: OidcSettings) {
  let discovery: Promise<client.Configuration> | undefined;
  return (): Promise<client.Configuration> => {
    const plain = new URL(issuer).protocol === 'http:';
    const proof = provingBy(clientSecret);
    discovery ??= client.discovery(new URL(issuer), clientId, clientSecret, proof, {
      timeout: timeoutSeconds,
      execute: [
        client.enableNonRepudiationChecks,
        ...(plain ? [client.allowInsecureRequests] : []),
      ],
    });

    return discovery.catch((error: unknown) => {
      discovery = undefined;
      throw new OidcRefusal('unavailable', error);
    });
  };
}

/**
 * Authenticates the service to the provider by a method that the provider accepts. If the provider lists none, uses
 * HTTP Basic, the protocol's default.
 */
function provingBy(clientSecret: string): client.ClientAuth {
  const post = client.ClientSecretPost(clientSecret);
  const basic = client.ClientSecretBasic(clientSecret);
  return (server, ...args) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (ways.includes('client_secret_basic') ? basic : post)(server, ...args);
  };
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

async function personOf(
  config: client.Configuration,
  tokens: Tokens,
  trustEmail: boolean,
): Promise<OidcPerson> {
  const claims = tokens.claims();
  if (!claims) throw new OidcRefusal('refused');

  const { email, email_verified, name } = await detailsOf(config, tokens.access_token, claims);
  if (!subjects.test(claims.sub)) throw new OidcRefusal('refused');

  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' && emails.test(email) ? email.toLowerCase() : null,
    emailVerified: email_verified === true || (email_verified === undefined && trustEmail),
    name:
      typeof name === 'string' ? cutText(name.replace(/\p{C}/gu, '').trim(), 200) || null : null,
  };
}

/**
 * What the provider says of the person. Many providers put the e-mail address, or whether it is verified, only into the
 * answer of the UserInfo endpoint. Both are then taken from there, because one source may call another address verified
 * than the other source names.
 */
async function detailsOf(
  config: client.Configuration,
  accessToken: string,
  claims: client.IDToken,
): Promise<Record<string, unknown>> {
  const isComplete = claims.email !== undefined && claims.email_verified !== undefined;
  if (isComplete || !config.serverMetadata().userinfo_endpoint) return claims;

  const userInfo = await client.fetchUserInfo(config, accessToken, claims.sub);
  const { email, email_verified } = userInfo.email === undefined ? claims : userInfo;
  return { email, email_verified, name: claims.name ?? userInfo.name };
}

/** The form that OpenID Connect Core, section 2, requires of `sub`. */
const subjects = /^[\x20-\x7e]{1,255}$/;
const emails = /^(?=.{3,254}$)[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

/**
 * Turns the provider's refusals and invalid answers into an OidcRefusal; any other error means that the provider can't
 * be reached.
 */
function refusalOf(error: unknown): OidcRefusal {
  if (error instanceof OidcRefusal) return error;
  const answered =
    error instanceof client.AuthorizationResponseError ||
    error instanceof client.ResponseBodyError ||
    (error instanceof client.ClientError && !/TIMEOUT|ABORT/.test(error.code ?? ''));
  return new OidcRefusal(answered ? 'refused' : 'unavailable', error);
}
