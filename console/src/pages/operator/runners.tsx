/**
 * Runners are machines elsewhere that work on parts of jobs. This page creates them, shows their token once, and
 * revokes them.
 */
import type { RunnerView } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorClient } from '../../api/operator-client.ts';
import { refusalOf } from '../../api/refusal.ts';
import { useDraft } from '../../format/remembered.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { EmptyState, Failure, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Stack } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { SecretOnce } from '../settings/secret-once.tsx';
import { HealthWord } from './health-word.tsx';
import { MakeForm } from './make-form.tsx';
import styles from './operator.module.css';

const runnersKey = ['operator', 'runners'] as const;
const lookAgainMs = 5000;

export function Runners() {
  const [making, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<RunnerView>();
  const { data, error, refetch } = useQuery({
    queryKey: runnersKey,
    queryFn: ({ signal }) => operatorClient().runners.list({ signal }),
    refetchInterval: lookAgainMs,
  });

  return (
    <Stack>
      <PageHead
        title="Runners"
        lead="A runner does parts of analyses on another machine. It needs neither the database nor the storage, only its token. Parts are of three kinds: hear (speech), see (pictures) and join (the results of the whole video)."
        actions={
          !making && (
            <Button weight="primary" onClick={() => setMaking(true)}>
              Make a runner
            </Button>
          )
        }
      />
      {making && <NewRunner onDone={() => setMaking(false)} />}
      {revoked && <Revoke runner={revoked} onDone={() => setRevoked(undefined)} />}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={4} />}
      {data && data.length > 0 && (
        <DataTable
          name="Runners"
          columns={columnsFor(setRevoked)}
          rows={data}
          rowId={({ runner_id }) => runner_id}
        />
      )}
      {data?.length === 0 && !making && (
        <EmptyState title="There are no runners">
          <p>The workers of this service do all parts of analyses.</p>
        </EmptyState>
      )}
    </Stack>
  );
}

const enginesOf = ({ engines }: RunnerView): string =>
  engines.map(({ name, version }) => `${name} ${version}`.trim()).join(', ');

const columnsFor = (revoke: (runner: RunnerView) => void): readonly Column<RunnerView>[] => [
  {
    id: 'name',
    title: 'Name',
    cell: ({ name }) => <bdi>{name}</bdi>,
    sort: ({ name }) => name.toLowerCase(),
  },
  {
    id: 'status',
    title: 'State',
    cell: (runner) => <State runner={runner} />,
    sort: ({ last_seen_at }) => last_seen_at,
  },
  { id: 'serves', title: 'Takes', wideOnly: true, cell: ({ serves }) => serves.join(', ') },
  {
    id: 'running',
    title: 'Parts now',
    numeric: true,
    cell: ({ status, parts_running, hosts }) =>
      status === 'online' ? `${parts_running} of ${hosts}` : '–',
    sort: ({ parts_running }) => parts_running,
  },
  {
    id: 'done',
    title: 'Parts done',
    numeric: true,
    wideOnly: true,
    cell: ({ parts_done }) => parts_done.toLocaleString('en'),
    sort: ({ parts_done }) => parts_done,
  },
  { id: 'version', title: 'Version', wideOnly: true, cell: ({ version }) => version },
  { id: 'engines', title: 'Engines', wideOnly: true, cell: enginesOf },
  {
    id: 'action',
    title: 'Action',
    quietTitle: true,
    cell: (runner) =>
      runner.revoked_at === null && (
        <Button small weight="danger" onClick={() => revoke(runner)}>
          Revoke<span className="visually-hidden"> {runner.name}</span>
        </Button>
      ),
  },
];

function State({ runner }: { readonly runner: RunnerView }) {
  const { status, revoked_at, last_seen_at } = runner;
  if (revoked_at !== null)
    return (
      <span className={styles.soft}>
        revoked <Moment at={revoked_at} ago />
      </span>
    );

  if (status === 'online') return <HealthWord well>online</HealthWord>;
  if (last_seen_at === null) return <span className={styles.soft}>not started yet</span>;

  return (
    <>
      <HealthWord well={false}>offline</HealthWord>
      <div className={styles.soft}>
        last seen <Moment at={last_seen_at} ago />
      </div>
    </>
  );
}

function NewRunner({ onDone }: { readonly onDone: () => void }) {
  const client = useQueryClient();
  const [draft, setDraft, clear] = useDraft('operator:runner', { name: '' });
  const make = useMutation({
    mutationFn: () => operatorClient().runners.create(draft),
    async onSuccess() {
      clear();
      await client.invalidateQueries({ queryKey: runnersKey });
    },
  });
  if (make.data) {
    return (
      <SecretOnce
        title="The runner is made. This is its token, shown only now. Put it into a file on the other machine, then start it: see Runners in the documentation."
        secret={make.data.token}
        what="token"
        onDone={onDone}
      />
    );
  }

  const refusal = refusalOf(make.error, ['name'] as const);
  return (
    <MakeForm
      what="runner"
      busy={make.isPending}
      error={refusal.rest}
      onMake={() => make.mutate()}
      onCancel={onDone}
    >
      <TextField
        label="Name"
        required
        maxLength={200}
        value={draft.name}
        error={refusal.fields.name}
        onChange={(event) => setDraft({ name: event.target.value })}
      />
    </MakeForm>
  );
}

interface RevokeProps {
  readonly runner: RunnerView;
  readonly onDone: () => void;
}

function Revoke({ runner, onDone }: RevokeProps) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => operatorClient().runners.revoke(runner.runner_id),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: runnersKey });
      onDone();
    },
  });
  return (
    <ConfirmName
      name={runner.name}
      action="Revoke the runner"
      busy={revoke.isPending}
      error={revoke.error ? messageOf(revoke.error) : undefined}
      onConfirm={() => revoke.mutate()}
      onCancel={onDone}
    >
      Its token stops working at once, and the parts it is working on are done by others.
    </ConfirmName>
  );
}
