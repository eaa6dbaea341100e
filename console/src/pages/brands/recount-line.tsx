/** One line about a brand of the library in earlier videos: that it can be counted there, is being, or is. */
import type { BrandRecountState } from '@reelsight/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { workspaceCall } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { counted, number } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { useLibrary } from './brand-calls.ts';
import styles from './brands.module.css';

interface RecountLineProps {
  readonly brandId: string;
  /** Whether the line names the brand, because nothing around it does. */
  readonly named?: boolean;
}

const pollMs = 1500;

export function RecountLine({ brandId, named = false }: RecountLineProps) {
  const workspace = useWorkspaceId();
  const { data: library } = useLibrary(workspace);
  const { state, start, undo } = useRecount(workspace, brandId);
  const name = library?.find(({ brand_id }) => brand_id === brandId)?.name;
  const { data } = state;
  if (!data || (named && name === undefined)) return null;

  const isUnderWay = data.recount !== null && data.recount.state !== 'counted';
  const error = start.error ?? undo.error;
  const isOffered = !isUnderWay && data.videos > 0 && !data.recount;
  if (!isOffered && !data.recount) return null;

  return (
    <div className={styles.recount}>
      <span role="status" dir="auto">
        {named && (
          <>
            <strong>{name}</strong>:{' '}
          </>
        )}
        {words(data)}
      </span>
      {isOffered && (
        <Button
          small
          busy={start.isPending && 'Starting …'}
          onClick={() => start.mutate()}
          title="Free of charge: texts that were read are looked through, no video is analysed again."
        >
          Look and count {data.videos === 1 ? 'it' : 'them'} too
        </Button>
      )}
      {data.recount?.state === 'counted' && (
        <>
          <Button
            small
            weight="quiet"
            busy={start.isPending && 'Starting …'}
            onClick={() => start.mutate()}
          >
            Count again
          </Button>
          {data.recount.videos_changed > 0 && (
            <Button
              small
              weight="quiet"
              busy={undo.isPending && 'Undoing …'}
              onClick={() => undo.mutate()}
            >
              Undo
            </Button>
          )}
        </>
      )}
      {error && <span role="alert">{messageOf(error)}</span>}
    </div>
  );
}

function words({ videos, recount }: BrandRecountState): string {
  // Only texts are compared here: an everyday word is no brand wherever it is read, which counting finds out.
  if (!recount) return `May be named in ${counted(videos, 'earlier video')}.`;
  const { state, videos: total, videos_read: read, videos_changed: changed } = recount;
  if (state === 'undoing') return 'What was counted in earlier videos is taken back …';
  if (state === 'counting')
    return `Looked for in earlier videos: ${number(read)} of ${number(total)} …`;
  const skipped = recount.videos_skipped;
  const left = skipped > 0 ? ` Skipped, because reading took too long: ${number(skipped)}.` : '';
  if (changed === 0)
    return `Looked for in ${counted(total, 'earlier video')}: named as a brand in none.${left}`;
  return `Counted in ${counted(changed, 'earlier video')} (${counted(recount.appearances_added, 'appearance')}).${left}`;
}

function useRecount(workspace: string, brandId: string) {
  const client = useQueryClient();
  const queryKey = ['brand-recount', workspace, brandId];
  const params = { id: brandId };
  const state = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const next = await workspaceCall(workspace, 'readBrandRecount', { params, signal });
      const previous = client.getQueryData<BrandRecountState>(queryKey);
      const wasUnderWay = previous?.recount && previous.recount.state !== 'counted';
      // The lists show brands of each video, which are others now.
      if (wasUnderWay && next.recount?.state !== previous.recount?.state)
        void client.invalidateQueries({ queryKey: keys.jobRows(workspace) });
      return next;
    },
    refetchInterval: ({ state: { data } }) =>
      data?.recount && data.recount.state !== 'counted' ? pollMs : false,
  });
  const onSuccess = (data: BrandRecountState) => client.setQueryData(queryKey, data);
  const start = useMutation({
    mutationFn: () => workspaceCall(workspace, 'recountBrand', { params }),
    onSuccess,
  });
  const undo = useMutation({
    mutationFn: () => workspaceCall(workspace, 'undoBrandRecount', { params }),
    onSuccess,
  });

  return { state, start, undo };
}
