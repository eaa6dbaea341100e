/** What takes space, how long it is kept, and its removal before its time. */
import type { FreeableKind } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorClient } from '../../api/client.ts';
import { bytes, number } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { Facts, PageHead, Row, Section, Stack } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import styles from './operator.module.css';

const diskKey = ['operator', 'disk'] as const;
const countingLookAgainMs = 1000;

const readDisk = async (signal: AbortSignal, measure?: 'true') =>
  (await operatorClient().call('adminGetDisk', { query: measure ? { measure } : {}, signal })).body
    .data;
type Use = NonNullable<Awaited<ReturnType<typeof readDisk>>['use']>;

function useDisk() {
  return useQuery({
    queryKey: diskKey,
    queryFn: ({ signal }) => readDisk(signal),
    refetchInterval: ({ state }) => (state.data?.measuring ? countingLookAgainMs : false),
  });
}

export function Disk() {
  const { data, error, refetch } = useDisk();
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => readDisk(AbortSignal.timeout(30_000), 'true'),
    onSuccess: (found) => client.setQueryData(diskKey, found),
  });
  return (
    <Stack>
      <PageHead
        title="Disk"
        lead="What takes space, and how long it is kept. Settings decide how long; here you can remove files earlier."
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data?.use && !error && !data?.error && <Skeleton lines={8} />}
      {data?.error && <Notice kind="warning" title={data.error} />}
      {data?.use && (
        <>
          <Measured use={data.use} />
          <Row>
            <Button small busy={data.measuring && 'Counting …'} onClick={() => again.mutate()}>
              Count again
            </Button>
            <span className={styles.soft}>
              Counted <Moment at={data.use.measured_at} ago />
            </span>
          </Row>
          <Free />
        </>
      )}
    </Stack>
  );
}

function Measured({ use }: { readonly use: Use }) {
  const { leftovers } = use;
  return (
    <>
      <Section title="Stored files" lead="Of all workspaces.">
        <DataTable
          name="Stored files"
          columns={kindColumns}
          rows={use.kinds}
          rowId={({ kind }) => kind}
        />
      </Section>
      {leftovers.files > 0 && (
        <Notice kind="info" title={`${bytes(leftovers.bytes)} belong to nothing in the database.`}>
          {number(leftovers.files)} files of jobs, uploads or brands that the database does not
          know. Do not remove them if another installation uses the same storage.
        </Notice>
      )}
      <Section title="This process" lead="Its data folder, and the database.">
        <Facts
          facts={[
            ...use.data_folder.map((one) => ({ name: one.name, value: bytes(one.bytes) })),
            { name: 'database in all', value: bytes(use.database_bytes) },
          ]}
        />
      </Section>
    </>
  );
}

const kindWords: Readonly<Record<string, string>> = {
  uploads: 'Uploaded videos',
  media: 'Sound and frames kept for reuse',
  parts: 'What parts of analyses found',
  frames: 'Proof frames, storyboards, thumbnails',
  logos: 'Pictures of the brand libraries',
  other: 'Other',
};

const kindColumns: readonly Column<Use['kinds'][number]>[] = [
  { id: 'kind', title: 'What', cell: ({ kind }) => kindWords[kind] ?? kind },
  {
    id: 'files',
    title: 'Files',
    numeric: true,
    cell: ({ files }) => number(files),
    sort: ({ files }) => files,
  },
  {
    id: 'size',
    title: 'Size',
    numeric: true,
    cell: ({ bytes: size }) => bytes(size),
    sort: ({ bytes: size }) => size,
  },
  { id: 'kept', title: 'Kept', cell: ({ kept }) => kept },
];

const kinds: readonly { value: FreeableKind; label: string; loss: string }[] = [
  {
    value: 'media',
    label: 'Media kept for reuse',
    loss: 'Later jobs on these videos fetch and decode them again. Results and frames stay.',
  },
  {
    value: 'uploads',
    label: 'Uploads that no open job uses',
    loss: 'The videos must be uploaded again for another analysis, and cannot be played in the console.',
  },
  {
    value: 'jobs',
    label: 'Finished jobs',
    loss: 'Their results, frames and media are gone for good, for the customers as well.',
  },
  {
    value: 'leftovers',
    label: 'Files that belong to nothing',
    loss: 'Do not do this if another installation uses the same storage.',
  },
];

const ages = [
  { value: '24', label: 'a day' },
  { value: '72', label: '3 days' },
  { value: '168', label: 'a week' },
  { value: '720', label: '30 days' },
  { value: '8760', label: 'a year' },
];

const free = async (kind: FreeableKind, hours: string, dry_run: boolean) =>
  operatorClient().disk.free({ kind, older_than_hours: Number(hours), dry_run });

function Free() {
  const [kind, setKind] = useState<FreeableKind>('media');
  const [hours, setHours] = useState('168');
  const client = useQueryClient();
  const counted = useMutation({ mutationFn: () => free(kind, hours, true) });
  const removed = useMutation({
    mutationFn: () => free(kind, hours, false),
    onSuccess: () => {
      counted.reset();
      return client.invalidateQueries({ queryKey: diskKey });
    },
  });
  const chosen = kinds.find(({ value }) => value === kind) ?? kinds[0];
  const change = (): void => {
    counted.reset();
    removed.reset();
  };
  return (
    <Section title="Free some space">
      <Row>
        <SelectField
          label="Remove"
          value={kind}
          options={kinds.map(({ value, label }) => ({ value, label }))}
          onChange={(event) => {
            setKind(event.target.value as FreeableKind);
            change();
          }}
        />
        <SelectField
          label="Older than"
          value={hours}
          options={ages}
          onChange={(event) => {
            setHours(event.target.value);
            change();
          }}
        />
        <Button busy={counted.isPending && 'Counting …'} onClick={() => counted.mutate()}>
          Count them
        </Button>
      </Row>
      {counted.error && <Failure error={counted.error} />}
      {counted.data?.count === 0 && <p>Nothing is that old.</p>}
      {counted.data && counted.data.count !== 0 && (
        <ConfirmName
          name="remove"
          action={
            counted.data.count === null ? 'Remove them' : `Remove ${number(counted.data.count)}`
          }
          busy={removed.isPending}
          error={removed.error ? messageOf(removed.error) : undefined}
          onConfirm={() => removed.mutate()}
          onCancel={() => counted.reset()}
        >
          {chosen?.loss} This cannot be undone.
        </ConfirmName>
      )}
      {removed.data && <p>They are being removed in the background.</p>}
    </Section>
  );
}
