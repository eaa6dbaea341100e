/** The address to return to after signing in. */

/** Accepts only an address in this console, never one of another origin. */
export function safeNext(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}

/** One-time code for the first account, after the `#` in the link that the service printed. */
export const codeIn = (hash: string): string =>
  new URLSearchParams(hash.replace(/^#/, '')).get('code') ?? '';

/** Token of the invitation that the user was about to accept. */
export function invitationIn(next: string | null): string | undefined {
  const [path, search] = safeNext(next).split('?');
  return (path === '/join' && new URLSearchParams(search).get('token')) || undefined;
}
