/** Sign-in with the single sign-on provider, and the reason if it failed. */
import type { ConsoleSession, OidcFailure } from '@reelsight/contract';
import { useSearchParams } from 'wouter';
import { consolePath } from '../api/console-call.ts';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { safeNext } from './next-address.ts';

const words: Readonly<Record<OidcFailure, string>> = {
  refused: 'The provider did not sign you in. Try again, or use your password.',
  expired: 'This took too long, or was begun in another browser. Try again.',
  unverified:
    'The provider does not say that your e-mail address is verified. Verify it there, then try again.',
  domain: 'Your e-mail address is of a domain that may not sign in here. Ask the operator.',
  closed:
    'There is no account for your e-mail address. Ask an owner of the workspace you should join for an invitation, and open its link.',
  first: 'This service has no account yet. Its operator makes the first one with a password.',
  invitation:
    'The invitation was used or withdrawn, has expired, or is for another e-mail address. Ask for a new one.',
  busy: 'Too many people are signing in at the moment. Wait a minute and try again.',
  unavailable: 'The provider does not answer at the moment. Try again later.',
};

export function SingleSignOn({ session }: { readonly session: ConsoleSession }) {
  const [search] = useSearchParams();
  if (!session.oidc) return null;

  const failed = search.get('failed');
  const next = safeNext(search.get('next'));
  const start = consolePath('startOidc', undefined);

  return (
    <>
      {failed !== null && (
        <Notice kind="error">{words[failed as OidcFailure] ?? words.refused}</Notice>
      )}
      {/* Not a link of the console: the browser leaves it. */}
      <a
        className={buttonClass('plain')}
        href={next === '/' ? start : `${start}?next=${encodeURIComponent(next)}`}
      >
        {session.oidc.label}
      </a>
    </>
  );
}
