/** The address to return to after signing in. */

/** The address if it is within this console; otherwise the start page, never another origin. */
export function safeNext(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}

/** The one-time code for the first account, which follows the `#` in the link that the service printed. */
export const codeIn = (hash: string): string =>
  new URLSearchParams(hash.replace(/^#/, '')).get('code') ?? '';

/** The token, if the user was about to accept an invitation; otherwise undefined. */
export function invitationIn(next: string | null): string | undefined {
  const [path, search] = safeNext(next).split('?');
  return (path === '/join' && new URLSearchParams(search).get('token')) || undefined;
}
