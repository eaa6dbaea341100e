/** The platform that the client runs on: access to environment variables, and the user agent to send. */
import { version } from './version.ts';

interface Globals {
  readonly process?: {
    readonly versions?: { readonly node?: string };
    readonly env?: Readonly<Record<string, string | undefined>>;
  };
  readonly Bun?: { readonly version: string };
  readonly Deno?: { readonly version: { readonly deno: string } };
  readonly document?: unknown;
}

const globals = globalThis as unknown as Globals;

/**
 * Whether the client runs in a web page, which has no environment variables and whose browser sets its own user agent.
 */
export const inBrowser = (): boolean => globals.document !== undefined;

/** The value of an environment variable; undefined if it is empty, and always undefined in a browser. */
export function environment(name: string): string | undefined {
  if (inBrowser()) return undefined;
  return globals.process?.env?.[name]?.trim() || undefined;
}

/** `reelsight-sdk-js/0.1.0 (node/24.1.0)`; undefined in a browser, which sets its own user agent. */
export function userAgent(): string | undefined {
  if (inBrowser()) return undefined;
  const { Bun, Deno, process } = globals;
  const runtime =
    (Bun && `bun/${Bun.version}`) ||
    (Deno && `deno/${Deno.version.deno}`) ||
    (process?.versions?.node && `node/${process.versions.node}`);
  return runtime && `reelsight-sdk-js/${version} (${runtime})`;
}
