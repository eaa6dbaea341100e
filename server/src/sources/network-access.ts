/**
 * Decides how one run of yt-dlp reaches the network: through the guard or, for platforms, through the operator's proxy
 * if there is one. In a sandbox, both are ports on the sandbox's loopback interface; otherwise, they are ports of this
 * machine.
 */
import { join } from 'node:path';
import type { Lookup } from '../network/names.ts';
import { type Allows, isPublicAddress } from '../network/public-address.ts';
import { EgressGuard, type Refusal } from './egress-guard.ts';
import { ProxyDoor } from './proxy-door.ts';
import type { Doors } from './sandbox.ts';
import type { VideoUrl } from './video-url.ts';

export interface AccessOptions {
  readonly lookup: Lookup;
  readonly proxy?: string | null;
  readonly allowDirect?: Allows | null;
  readonly allowAddress?: Allows;
  readonly platform?: { readonly tokenProvider: string | null };
}

export interface AccessTerms {
  readonly video: Pick<VideoUrl, 'platform'>;
  readonly workspaceId: string;
  /** The sandbox's folder for sockets; null without a sandbox. */
  readonly socketFolder: string | null;
}

export interface NetworkAccess extends AsyncDisposable {
  /** The environment variables that specify the proxy for each scheme. */
  readonly environment: Readonly<Record<string, string>>;
  /** Address at which yt-dlp's token plugin finds its provider; null if there is none. */
  readonly tokenProvider: string | null;
  readonly doors: Doors;
  /** The first request that the guard refused; null if it refused none. */
  readonly refusal: Refusal | null;
}

const guardPort = 3128;
const proxyPort = 3129;
/** Proxy address on which nothing listens: traffic that the operator's proxy can't carry must not bypass that proxy. */
const nowhere = 'http://127.0.0.1:1';

export async function openAccess(
  options: AccessOptions,
  terms: AccessTerms,
): Promise<NetworkAccess> {
  const { proxy, platform } = options;
  const { video, socketFolder } = terms;
  const ownProxy = video.platform === 'direct' ? null : (proxy ?? null);
  const provider = video.platform === 'youtube' ? (platform?.tokenProvider ?? null) : null;
  const disposables = new AsyncDisposableStack();

  try {
    const needsGuard = ownProxy === null || (provider !== null && socketFolder !== null);
    const guard = needsGuard
      ? disposables.use(await openGuard(options, terms, { ownProxy, provider }))
      : null;
    const door =
      ownProxy !== null && socketFolder !== null
        ? disposables.use(await ProxyDoor.open(ownProxy, join(socketFolder, 'proxy')))
        : null;

    const ownProxyUrl = door?.urlAt(proxyPort) ?? ownProxy;

    return {
      environment: environmentOf(
        ownProxyUrl ?? guard?.url ?? nowhere,
        ownProxyUrl ? nowhere : guard?.url,
      ),
      tokenProvider: provider && (guard?.url ?? provider),
      doors: {
        ...(guard?.path && { [guardPort]: guard.path }),
        ...(door && { [proxyPort]: door.path }),
      },
      get refusal() {
        return guard?.refusal ?? null;
      },
      [Symbol.asyncDispose]: () => disposables.disposeAsync(),
    };
  } catch (error) {
    await disposables.disposeAsync();
    throw error;
  }
}

async function openGuard(
  { lookup, allowDirect, allowAddress = isPublicAddress }: AccessOptions,
  { video, workspaceId, socketFolder }: AccessTerms,
  { ownProxy, provider }: { ownProxy: string | null; provider: string | null },
): Promise<EgressGuard> {
  const listed = video.platform === 'direct' ? (allowDirect ?? null) : null;
  // If the operator's proxy is used, the guard only forwards to the token provider.
  const allow = ownProxy === null ? (listed ?? allowAddress) : () => false;
  return EgressGuard.open({
    allow,
    lookup,
    workspaceId,
    ownNames: listed !== null,
    tokenProvider: provider,
    providersProxy: ownProxy,
    ...(socketFolder && { door: { path: join(socketFolder, 'guard'), port: guardPort } }),
  });
}

/** Every scheme needs a proxy; otherwise its requests would go out directly. Programs read the lower-case names. */
function environmentOf(proxy: string, otherProxy = proxy): Record<string, string> {
  return { http_proxy: proxy, https_proxy: proxy, ftp_proxy: otherProxy, all_proxy: otherProxy };
}
