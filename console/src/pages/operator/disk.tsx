/** Shows what uses disk space and how long it is kept, and removes it earlier. */
import type { FreeableKind } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorClient } from '../../api/operator-client.ts';
import { bytes, number } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { Facts, PageHead, Row, Section, Stack } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { DiskSpace } from './disk-space.tsx';
import styles from './operator.module.css';
import { useOverview } from './operator-calls.ts';

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
  const space = useOverview().data?.disk;
  const client = useQueryClient();
  const remeasure = useMutation({
    mutationFn: () => readDisk(AbortSignal.timeout(30_000), 'true'),
    onSuccess: (diskUse) => client.setQueryData(diskKey, diskUse),
  });

  return (
    <Stack>
      <PageHead
        title="Disk"
        lead="What takes space, and how long it is kept. Settings decide how long; here you can remove files earlier."
      />
      {space && <DiskSpace disk={space} />}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data?.use && !error && !data?.error && <Skeleton lines={8} />}
      {data?.error && <Notice kind="warning" title={data.error} />}
      {data?.use && (
        <>
          <Measured use={data.use} />
          <Row>
            <Button small busy={data.measuring && 'Counting …'} onClick={() => remeasure.mutate()}>
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
        <Notice
          kind="info"
          title={`${bytes(leftovers.bytes)} of these belong to nothing in the database.`}
        >
          {number(leftovers.files)} files are of analyses, uploads or brands that the database does
          not know, or were stored for analyses that had ended. They can be removed below, unless
          another installation uses the same storage.
        </Notice>
      )}
      <Section title="Data folder" lead="Of this process: what lies in it, largest first.">
        <Facts
          facts={largeFirst(use.data_folder).map(({ name, bytes: size }) => ({
            name,
            value: bytes(size),
          }))}
        />
      </Section>
      <Section title="Database" lead="Tables and indexes, without the log files beside them.">
        <Facts facts={[{ name: 'Size', value: bytes(use.database_bytes) }]} />
      </Section>
    </>
  );
}

const smallBytes = 1_000_000;

/** Combines the entries below 1 MB into one, which comes last. */
function largeFirst(entries: Use['data_folder']): readonly { name: string; bytes: number }[] {
  const large = entries.filter((entry) => entry.bytes >= smallBytes);
  const rest = entries.filter((entry) => entry.bytes < smallBytes);
  const sum = rest.reduce((total, folder) => total + folder.bytes, 0);
  return rest.length === 0 ? large : [...large, { name: 'everything else', bytes: sum }];
}

const kindWords: Readonly<Record<string, string>> = {
  uploads: 'Uploaded videos',
  media: 'Sound and frames kept for reuse',
  parts: 'Intermediate results of analyses',
  frames: 'Proof frames, storyboards, thumbnails',
  logos: 'Logos of the brand libraries',
  other: 'Other',
};

const kindColumns: readonly Column<Use['kinds'][number]>[] = [
  { id: 'kind', title: 'What', cell: ({ kind }) => kindWords[kind] ?? kind },
  {
    id: 'files',
    title: 'Files',
    numeric: true,
    wideOnly: true,
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
  {
    id: 'kept',
    title: 'Kept',
    cell: ({ kept: retention }) => <span className={styles.breakable}>{retention}</span>,
  },
];

const kinds: readonly { value: FreeableKind; label: string; loss: string }[] = [
  {
    value: 'media',
    label: 'Media kept for reuse',
    loss: 'Later analyses of these videos fetch and decode them again. Results and frames stay.',
  },
  {
    value: 'uploads',
    label: 'Uploads that no open analysis uses',
    loss: 'The videos must be uploaded again for another analysis, and cannot be played in the console.',
  },
  {
    value: 'jobs',
    label: 'Finished analyses',
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
  const preview = useMutation({ mutationFn: () => free(kind, hours, true) });
  const removal = useMutation({
    mutationFn: () => free(kind, hours, false),
    onSuccess: () => {
      preview.reset();
      return client.invalidateQueries({ queryKey: diskKey });
    },
  });
  const chosen = kinds.find(({ value }) => value === kind) ?? kinds[0];
  const change = (make: () => void): void => {
    make();
    preview.reset();
    removal.reset();
  };

  return (
    <Section
      title="Free some space"
      lead="First count what would be removed; nothing is removed until you confirm it."
    >
      <div className={styles.choice}>
        <SelectField
          label="Remove"
          value={kind}
          options={kinds}
          onChange={(event) => change(() => setKind(event.target.value as FreeableKind))}
        />
        <SelectField
          label="Older than"
          value={hours}
          options={ages}
          onChange={(event) => change(() => setHours(event.target.value))}
        />
        <Button busy={preview.isPending && 'Counting …'} onClick={() => preview.mutate()}>
          Count them
        </Button>
      </div>
      {preview.error && <Failure error={preview.error} />}
      {preview.data?.count === 0 && <p>Nothing is that old.</p>}
      {preview.data && preview.data.count !== 0 && (
        <ConfirmName
          name="remove"
          action={
            preview.data.count === null ? 'Remove them' : `Remove ${number(preview.data.count)}`
          }
          busy={removal.isPending}
          error={removal.error ? messageOf(removal.error) : undefined}
          onConfirm={() => removal.mutate()}
          onCancel={() => preview.reset()}
        >
          {chosen?.loss} This cannot be undone.
        </ConfirmName>
      )}
      {removal.data && <p>They are being removed in the background.</p>}
    </Section>
  );
}
