/** Where one was going before signing in. */

/** Only an address of this console: never another origin's. */
export function safeNext(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}
