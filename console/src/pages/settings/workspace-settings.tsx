/** The settings of the workspace itself: rename it, create another one, delete it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { consoleCall } from '../../api/console-call.ts';
import { refusalOf } from '../../api/refusal.ts';
import { usePlace, useRefreshSession } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Facts, PageHead, Section, Stack } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { useIsOwner } from './role.ts';
import styles from './settings.module.css';
import { TestWorkspaceField } from './test-workspace-field.tsx';

export function WorkspaceSettings() {
  const { workspace, session } = usePlace();
  const owner = useIsOwner();
  return (
    <Stack>
      <PageHead
        title="Workspace"
        lead="Videos, keys, credits, brands and Follows belong to a workspace, not to a person."
      />
      <Facts
        facts={[
          { name: 'Name', value: workspace.name },
          ...(session.counts_credits ? [{ name: 'Plan', value: workspace.plan }] : []),
          { name: 'Your role', value: workspace.role },
          { name: 'Id', value: <CopyableId id={workspace.workspace_id} what="workspace id" /> },
        ]}
      />
      {owner ? (
        <Rename key={workspace.workspace_id} />
      ) : (
        <p className={styles.soft}>Only an owner renames or deletes it.</p>
      )}
      {session.own_workspaces && <AnotherWorkspace />}
      {owner && <DeleteWorkspace />}
    </Stack>
  );
}

function Rename() {
  const { workspace } = usePlace();
  const refresh = useRefreshSession();
  const [name, setName] = useState(workspace.name);
  const rename = useMutation({
    mutationFn: () =>
      consoleCall('renameWorkspace', {
        params: { workspace: workspace.workspace_id },
        body: { name },
      }),
    onSuccess: refresh,
  });
  const refusal = refusalOf(rename.error, ['name'] as const);

  return (
    <Section title="Rename">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate();
        }}
      >
        <TextField
          label="Name of the workspace"
          required
          maxLength={200}
          value={name}
          error={refusal.fields.name ?? refusal.rest}
          onChange={(event) => setName(event.target.value)}
        />
        {rename.isSuccess && <Notice>Renamed.</Notice>}
        <div>
          <Button
            type="submit"
            disabled={name === workspace.name}
            busy={rename.isPending && 'Renaming …'}
          >
            Rename
          </Button>
        </div>
      </form>
    </Section>
  );
}

function AnotherWorkspace() {
  const { choose } = usePlace();
  const refresh = useRefreshSession();
  const [, go] = useLocation();
  const [name, setName] = useState('');
  const [test, setTest] = useState(false);
  const make = useMutation({
    mutationFn: () => consoleCall('createOwnWorkspace', { body: { name, test } }),
    async onSuccess({ workspace_id }) {
      setName('');
      setTest(false);
      await refresh();
      choose(workspace_id);
      go('/');
    },
  });
  const refusal = refusalOf(make.error, ['name'] as const);

  return (
    <Section
      title="Another workspace"
      lead="For another team or customer: nothing is shared between workspaces. Credits of its plan are granted to the operator’s workspaces only."
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <TextField
          label="Name of the new workspace"
          required
          maxLength={200}
          value={name}
          error={refusal.fields.name ?? refusal.rest}
          onChange={(event) => setName(event.target.value)}
        />
        <TestWorkspaceField checked={test} onChange={setTest} />
        <div>
          <Button type="submit" busy={make.isPending && 'Making …'}>
            Make workspace
          </Button>
        </div>
      </form>
    </Section>
  );
}

function DeleteWorkspace() {
  const { workspace } = usePlace();
  const [isAsking, ask] = useState(false);
  const client = useQueryClient();
  const [, go] = useLocation();
  const remove = useMutation({
    mutationFn: () =>
      consoleCall('deleteOwnWorkspace', {
        params: { workspace: workspace.workspace_id },
        body: { name: workspace.name },
      }),
    async onSuccess() {
      go('/');
      await client.invalidateQueries();
    },
  });

  return (
    <Section title="Delete">
      {isAsking ? (
        <ConfirmName
          name={workspace.name}
          action="Delete workspace"
          busy={remove.isPending}
          error={remove.error ? messageOf(remove.error) : undefined}
          onConfirm={() => remove.mutate()}
          onCancel={() => ask(false)}
        >
          All of it is removed for good: videos with their frames and results, groups, brands,
          Follows, keys, members, the ledger and the credits that are left.
        </ConfirmName>
      ) : (
        <div>
          <Button weight="danger" onClick={() => ask(true)}>
            Delete this workspace
          </Button>
        </div>
      )}
    </Section>
  );
}
