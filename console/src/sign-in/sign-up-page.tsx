/** Sign-up; the first account of a service becomes its operator. */
import type { ConsoleSession } from '@reelsight/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { signUp, useRefreshSession } from '../api/session.ts';
import { useDraft } from '../format/remembered.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Failure, Notice } from '../ui/notice.tsx';
import { Door } from './door.tsx';
import { codeIn, invitationIn } from './next-address.ts';
import { SingleSignOn } from './single-sign-on.tsx';

export function SignUpPage({ session }: { readonly session: ConsoleSession }) {
  const [search] = useSearchParams();
  const invitation = invitationIn(search.get('next'));
  const first = session.sign_up === 'first';
  const signInLink = <Link href={`/sign-in?${search}`}>Sign in</Link>;

  if (session.sign_up === 'closed' && !invitation) {
    return (
      <Door title="Sign-up is closed" foot={<>Have an account? {signInLink}.</>}>
        <Notice>
          Accounts of this service are made by invitation. Ask its operator, or an owner of the
          workspace you should join, for an invitation link and open it here.
        </Notice>
      </Door>
    );
  }

  return (
    <SignUpForm
      first={first}
      session={session}
      invitation={invitation}
      lead={invitation ? 'Use the e-mail address the invitation was made for.' : undefined}
      foot={<>Have an account? {signInLink}.</>}
    />
  );
}

const firstLead =
  'This service has no account yet. The first one becomes its operator: it sees engines, models and all workspaces, and decides who may sign up.';
const codeHint =
  'From the link that the service printed when it started; “npx reelsight admin first-account” prints it again.';

interface SignUpFormProps {
  readonly first: boolean;
  readonly session: ConsoleSession;
  readonly invitation: string | undefined;
  readonly lead: string | undefined;
  readonly foot: ReactNode;
}

function SignUpForm({ first, session, invitation, lead, foot }: SignUpFormProps) {
  const [name, setName] = useDraft('sign-up-name', '');
  const [email, setEmail] = useDraft('sign-up-email', '');
  const [password, setPassword] = useState('');
  const [brought, code, setCode] = useCode();
  const refresh = useRefreshSession();
  const account = { name, email, password };
  const way = { ...(invitation && { invitation }), ...(first && code && { code }) };
  const enter = useMutation({
    mutationFn: () => signUp({ ...account, ...way }),
    onSuccess: refresh,
  });

  return (
    <Door
      title={first ? 'Create the first account' : 'Sign up'}
      lead={first ? firstLead : lead}
      foot={first ? undefined : foot}
      onSubmit={() => enter.mutate()}
    >
      {!first && <SingleSignOn session={session} />}
      <NameField value={name} onChange={setName} />
      <EmailField value={email} onChange={setEmail} />
      <PasswordField value={password} onChange={setPassword} />
      {first && (brought === '' || enter.error) && <CodeField value={code} onChange={setCode} />}
      {enter.error && <Failure error={enter.error} />}
      <Button type="submit" weight="primary" busy={enter.isPending && 'Creating the account …'}>
        {first ? 'Create account' : 'Sign up'}
      </Button>
    </Door>
  );
}

/**
 * The code that was in the address when the page was opened, the code to send, and a function that changes the code to
 * send.
 */
function useCode() {
  const [brought] = useState(() => codeIn(location.hash));
  const [code, setCode] = useState(brought);
  // If the link is opened in a tab that already shows this page, the page is not loaded again, so the
  // code is read from the new address.
  useEffect(() => {
    const take = () => setCode((previous) => codeIn(location.hash) || previous);
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);

  return [brought, code, setCode] as const;
}

interface TypedProps {
  readonly value: string;
  onChange(value: string): void;
}

function NameField({ value, onChange }: TypedProps) {
  return (
    <TextField
      label="Your name"
      autoComplete="name"
      required
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function EmailField({ value, onChange }: TypedProps) {
  return (
    <TextField
      label="E-mail"
      type="email"
      autoComplete="username"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function PasswordField({ value, onChange }: TypedProps) {
  return (
    <TextField
      label="Password"
      hint="At least 10 characters."
      type="password"
      autoComplete="new-password"
      required
      minLength={10}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function CodeField({ value, onChange }: TypedProps) {
  return (
    <TextField
      label="Code"
      hint={codeHint}
      autoComplete="off"
      required
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.target.value.trim())}
    />
  );
}
