/** A real OpenID Connect provider on this machine. The person whom the test names is already signed in there. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClientMetadata, type Configuration, Provider } from 'oidc-provider';

export interface OidcClaims {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export interface OidcServer {
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** The people that the provider knows, by their `sub`. */
  readonly people: Map<string, OidcClaims>;
  /** What ID tokens say of a person beside `sub`; by default nothing, so that the service asks at the UserInfo endpoint. */
  idTokenClaims: OidcClaims;
  /** `sub` of the person who is using the browser; null: that person refuses to sign in. */
  signedIn: string | null;
  /** Called to change the answer of the token endpoint; null: the answer is left as it is. */
  tamper: ((answer: Record<string, unknown>) => void) | null;
  /** Names of the provider's routes that were called, such as `token`. */
  readonly routes: string[];
  close(): Promise<void>;
}

/** `redirectUris` returns the redirect addresses of the service under test. It is called at the first request. */
export async function startOidcServer(redirectUris: () => string[]): Promise<OidcServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { id: 'reelsight', secret: 'a secret of the client' };
  const state: OidcServer = {
    issuer,
    client,
    people: new Map(),
    idTokenClaims: {},
    signedIn: null,
    tamper: null,
    routes: [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  let provider: Provider | undefined;
  server.on('request', (request, response) => {
    // Created at the first request, because the service's address is not known earlier.
    provider ??= openProvider(state, redirectUris());
    const handle = request.url?.startsWith('/interaction/')
      ? finishInteraction(provider, state, request, response)
      : provider.callback()(request, response);
    Promise.resolve(handle).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  return state;
}

function openProvider(state: OidcServer, redirectUris: string[]): Provider {
  const clients: ClientMetadata[] = [
    {
      client_id: state.client.id,
      client_secret: state.client.secret,
      redirect_uris: redirectUris,
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
  ];
  const configuration: Configuration = {
    clients,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    cookies: { keys: ['of the test'] },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async (use) => ({
        sub,
        ...(use === 'id_token' ? state.idTokenClaims : state.people.get(sub)),
      }),
    }),
  };
  const provider = new Provider(state.issuer, configuration);
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.route) state.routes.push(ctx.oidc.route);
    if (ctx.oidc?.route === 'token') state.tamper?.(ctx.body as Record<string, unknown>);
  });

  return provider;
}

type Handler = ReturnType<Provider['callback']>;

async function finishInteraction(
  provider: Provider,
  { signedIn: accountId, client }: OidcServer,
  ...[request, response]: Parameters<Handler>
): Promise<void> {
  if (accountId === null) {
    const refusal = { error: 'access_denied', error_description: 'not today' };
    return provider.interactionFinished(request, response, refusal);
  }

  const grant = new provider.Grant({ accountId, clientId: client.id });
  grant.addOIDCScope('openid email profile');

  const grantId = await grant.save();
  const result = { login: { accountId }, consent: { grantId } };

  return provider.interactionFinished(request, response, result);
}
