/** Lists the active share links, with the number of times each was opened and a button to end it. */
import type { Share, SharePart } from '@reelsight/contract';
import { useMutation } from '@tanstack/react-query';
import { workspaceCall } from '../api/client.ts';
import { Button } from './button.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { Moment } from './moment.tsx';
import { Notice } from './notice.tsx';
import { messageOf } from './plain-message.ts';

/** The display name of each part. */
export const partNames: Readonly<Record<SharePart, string>> = {
  video: 'Video',
  brands: 'Brands',
  transcript: 'Transcript',
  objects: 'Objects',
  queries: 'Questions',
  exposure: 'Exposure',
};

interface ShareListProps {
  readonly workspace: string;
  readonly shares: readonly Share[];
  /** Further columns, shown before the standard ones. */
  readonly columns?: readonly Column<Share>[];
  readonly onEnded: () => void;
}

export function ShareList({ workspace, shares, columns = [], onEnded }: ShareListProps) {
  const end = useMutation({
    mutationFn: (id: string) => workspaceCall(workspace, 'deleteShare', { params: { id } }),
    onSuccess: onEnded,
  });
  return (
    <>
      {end.error && (
        <Notice kind="error" title="The link could not be ended.">
          {messageOf(end.error)}
        </Notice>
      )}
      <DataTable
        name="Links"
        stacked
        columns={[...columns, ...shareColumns((id) => end.mutate(id))]}
        rows={shares}
        rowId={({ share_id }) => share_id}
      />
    </>
  );
}

const shareColumns = (onEnd: (id: string) => void): Column<Share>[] => [
  {
    id: 'parts',
    title: 'Shows',
    cell: ({ parts }) => parts.map((part) => partNames[part]).join(', '),
  },
  {
    id: 'expires',
    title: 'Ends',
    cell: ({ expires_at }) => <Moment at={expires_at} />,
    sort: ({ expires_at }) => expires_at,
  },
  {
    id: 'opened',
    title: 'Opened',
    numeric: true,
    cell: ({ opened: openCount }) => openCount,
    sort: ({ opened: openCount }) => openCount,
  },
  {
    id: 'last',
    title: 'Last opened',
    cell: ({ last_opened_at }) => <Moment at={last_opened_at} />,
    wideOnly: true,
  },
  {
    id: 'end',
    title: 'End',
    quietTitle: true,
    cell: ({ share_id }) => (
      <Button small onClick={() => onEnd(share_id)}>
        End link
      </Button>
    ),
  },
];
