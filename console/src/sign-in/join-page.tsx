/** `/join?token=…`: lets the signed-in user accept an invitation to a workspace. */
import type { ConsoleSession } from '@reelsight/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'wouter';
import { consoleCall } from '../api/console-call.ts';
import { signOut, useRefreshSession } from '../api/session.ts';
import { useRemembered } from '../format/remembered.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Failure, Notice } from '../ui/notice.tsx';
import { Door } from './door.tsx';

export function JoinPage({ session }: { readonly session: ConsoleSession }) {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [, go] = useLocation();
  const [, choose] = useRemembered<string | null>('workspace', null);
  const client = useQueryClient();
  const refresh = useRefreshSession();
  const accept = useMutation({
    mutationFn: () => consoleCall('acceptInvitation', { body: { token } }),
    async onSuccess(workspace) {
      choose(workspace.workspace_id);
      await refresh();
      go('/', { replace: true });
    },
  });

  if (token === '') {
    return (
      <Door title="Invitation">
        <Notice kind="warning">
          This link is cut: its token is missing. Ask for it once more.
        </Notice>
      </Door>
    );
  }

  if (!session.user) {
    const next = `next=${encodeURIComponent(`/join?token=${encodeURIComponent(token)}`)}`;
    return (
      <Door
        title="You are invited"
        lead="Sign in or sign up with the e-mail address that was invited; then you join the workspace."
      >
        <ButtonLink href={`/sign-up?${next}`} weight="primary">
          Sign up
        </ButtonLink>
        <ButtonLink href={`/sign-in?${next}`}>I have an account</ButtonLink>
      </Door>
    );
  }

  return (
    <Door
      title="You are invited"
      lead={`You are signed in as ${session.user.email}.`}
      onSubmit={() => accept.mutate()}
    >
      {accept.error && <Failure error={accept.error} />}
      <Button type="submit" weight="primary" busy={accept.isPending && 'Joining …'}>
        Join the workspace
      </Button>
      <Button weight="quiet" onClick={() => void signOut(client)}>
        Use another account
      </Button>
    </Door>
  );
}
