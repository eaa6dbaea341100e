/**
 * Sign-in with e-mail and password, with a second step if one is set up, or with single sign-on. Returns to the
 * previous address.
 */
import type { ConsoleSession } from '@reelsight/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { isCode } from '../api/refusal.ts';
import { signIn, useRefreshSession } from '../api/session.ts';
import { useDraft } from '../format/remembered.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Failure } from '../ui/notice.tsx';
import { CodePage } from './code-page.tsx';
import { Door } from './door.tsx';
import { SingleSignOn } from './single-sign-on.tsx';

export function SignInPage({ session }: { readonly session: ConsoleSession }) {
  const [search] = useSearchParams();
  // A single sign-on provider redirects to this page with `step=code` in the address; after a correct password, the
  // service's answer leads to the same step.
  const [halfway, setHalfway] = useState(search.get('step') === 'code');
  if (halfway) return <CodePage onAgain={() => setHalfway(false)} />;
  return <PasswordPage session={session} onHalfway={() => setHalfway(true)} />;
}

interface PasswordPageProps {
  readonly session: ConsoleSession;
  /** Called when the password was correct and a code is needed. */
  readonly onHalfway: () => void;
}

function PasswordPage({ session, onHalfway }: PasswordPageProps) {
  const [search] = useSearchParams();
  const [email, setEmail] = useDraft('sign-in-email', '');
  const [password, setPassword] = useState('');
  const refresh = useRefreshSession();
  const enter = useMutation({
    mutationFn: () => signIn({ email, password }),
    onSuccess: refresh,
    onError: (error) => isCode(error, 'SECOND_STEP_REQUIRED') && onHalfway(),
  });
  const next = search.get('next');

  return (
    <Door
      title="Sign in"
      lead={next ? 'You will return to the page you were on.' : undefined}
      onSubmit={() => enter.mutate()}
      foot={<OtherWay session={session} />}
    >
      <SingleSignOn session={session} />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {enter.error && <Failure error={enter.error} />}
      <Button type="submit" weight="primary" busy={enter.isPending && 'Signing in …'}>
        Sign in
      </Button>
    </Door>
  );
}

function OtherWay({ session }: { readonly session: ConsoleSession }) {
  const [search] = useSearchParams();
  const { sign_up } = session;
  if (sign_up === 'closed') {
    return (
      <>
        No account? Sign-up is by invitation here: ask the operator of this service, or an owner of
        the workspace you should join, for a link. Forgot the password? The operator can help.
      </>
    );
  }

  return (
    <>
      No account yet? <Link href={`/sign-up?${search}`}>Sign up</Link>. Forgot the password? The
      operator of this service can help.
    </>
  );
}
