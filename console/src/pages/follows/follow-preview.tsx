/** A preview of the videos that a Follow would find now, shown while its form is filled in. It creates nothing. */
import type { FollowPreview as Preview, PreviewFollow } from '@reelsight/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { workspaceCall } from '../../api/client.ts';
import { counted } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { Duration, Moment } from '../../ui/moment.tsx';
import { Skeleton } from '../../ui/notice.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { sourceWords } from './follow-draft.ts';
import { previewTrouble } from './follow-states.ts';
import styles from './follows.module.css';

const typingPauseMs = 700;

/** Returns the value once it has not changed for `pauseMs`; until then, the previous value. */
export function useRested<Value>(value: Value, pauseMs = typingPauseMs): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return rested;
}

export function usePreview(workspace: string, ask: PreviewFollow) {
  const text = useRested(JSON.stringify(ask));
  const body = JSON.parse(text) as PreviewFollow;
  const query = useQuery({
    queryKey: ['follow-preview', workspace, text],
    queryFn: ({ signal }) => workspaceCall(workspace, 'previewFollow', { body, signal }),
    enabled: body.source !== '',
    staleTime: 60_000,
    retry: false,
    // After a change of the filters, the previous answer is shown until the new one arrives.
    placeholderData: (previous, previousQuery) => {
      const [, , previousText = '{}'] = previousQuery?.queryKey ?? [];
      const { source } = JSON.parse(previousText) as Partial<PreviewFollow>;
      return source === body.source ? previous : undefined;
    },
  });
  // While the link is being typed, the answer is still that of what stood there before.
  return { ...query, data: body.source === ask.source ? query.data : undefined };
}

interface FollowPreviewProps {
  readonly preview: ReturnType<typeof usePreview>;
  readonly asked: boolean;
}

export function FollowPreview({ preview, asked: hasSource }: FollowPreviewProps) {
  const { data, isFetching, error, refetch } = preview;
  return (
    <aside className={styles.preview} aria-label="Preview" aria-busy={isFetching}>
      <h2>Preview</h2>
      {!hasSource && <p className={styles.soft}>Paste a link; its newest videos show here.</p>}
      {hasSource && error && (
        <div>
          <p className={styles.soft}>
            {previewTrouble(error) === 'refused'
              ? 'There is nothing to show: the link is refused.'
              : `The source does not answer now: ${messageOf(error)} The Follow can be made; it waits for its next check.`}
          </p>
          <Button small onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {hasSource && !data && !error && <Skeleton lines={6} />}
      {hasSource && data && !error && <Met preview={data} />}
    </aside>
  );
}

function Met({ preview: { platform, kind, title, videos } }: { readonly preview: Preview }) {
  const acceptable = videos.filter(({ refused }) => refused === null);
  return (
    <>
      <p>
        <strong dir="auto">{title ?? 'Untitled'}</strong>, {sourceWords(kind, platform)}.{' '}
        {videos.length > 0
          ? `${acceptable.length} of the newest ${counted(videos.length, 'video')} would be taken.`
          : 'It has no videos yet.'}
      </p>
      <ul className={styles.met}>
        {videos.map((video) => (
          <li key={video.video_id} className={video.refused === null ? undefined : styles.refused}>
            <span aria-hidden>{video.refused === null ? '✓' : '–'}</span>
            <span className={styles.metWords}>
              <span dir="auto">{video.title ?? video.url ?? video.video_id}</span>
              <span className={styles.soft}>
                <Duration seconds={video.duration_seconds} />
                {video.published_at && (
                  <>
                    , <Moment at={video.published_at} ago />
                  </>
                )}
                {video.refused !== null && <> · left out: {video.refused}</>}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
