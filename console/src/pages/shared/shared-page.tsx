/** What a link shows to somebody without an account: the chosen parts of one job, read only. */
import type { SharedJob } from '@reelsight/contract';
import { useCallback, useRef } from 'react';
import { useLocation } from 'wouter';
import { useTitle } from '../../app/title.ts';
import { timeText } from '../../format/time.ts';
import { Failure, Notice } from '../../ui/notice.tsx';
import styles from './shared.module.css';
import { SharedBrands } from './shared-brands.tsx';
import { SharedExposure } from './shared-exposure.tsx';
import { SharedFiles } from './shared-files.tsx';
import { LinkEnded, sharedMedia, tokenOf, useShared } from './shared-job.ts';
import { SharedAnswers, SharedObjects, SharedTranscript } from './shared-texts.tsx';

export function SharedPage() {
  const [path] = useLocation();
  const token = tokenOf(path);
  const { data, error, refetch } = useShared(token);
  return (
    <main className={styles.page} aria-busy={!data && !error}>
      {error instanceof LinkEnded && <Ended />}
      {error && !(error instanceof LinkEnded) && (
        <Failure error={error} onRetry={() => void refetch()} />
      )}
      {data?.kind === 'job' && <Shown job={data} token={token} />}
      {data?.kind === 'report' && <SharedFiles report={data} token={token} />}
    </main>
  );
}

function Ended() {
  useTitle('Link ended');
  return (
    <>
      <h1>This link shows nothing</h1>
      <Notice>It has ended or was deleted. Ask whoever sent it for a new one.</Notice>
    </>
  );
}

const dayText = (iso: string): string =>
  new Date(iso).toLocaleDateString(undefined, { dateStyle: 'long' });

interface ShownProps {
  readonly job: SharedJob;
  readonly token: string;
}

function Shown({ job, token }: ShownProps) {
  const title = job.title ?? 'Video';
  useTitle(title);
  const video = useRef<HTMLVideoElement>(null);
  const seek = useCallback((seconds: number) => {
    if (!video.current) return;
    video.current.currentTime = seconds;
    video.current.scrollIntoView({ block: 'nearest' });
  }, []);
  const plays = job.parts.includes('video') && job.media_available;
  const onSeek = plays ? seek : undefined;
  const { brands, transcription, summary, objects, query_results: answers } = job.results;
  return (
    <>
      <header className={styles.head}>
        <h1 dir="auto">{title}</h1>
        <p>
          {job.duration_seconds !== null && <>{timeText(job.duration_seconds)} · </>}
          Shared by link until {dayText(job.expires_at)}
        </p>
      </header>
      {plays && (
        // biome-ignore lint/a11y/useMediaCaption: the transcript, if it is shared, stands on the page
        <video ref={video} className={styles.video} src={sharedMedia(token)} controls playsInline />
      )}
      {job.parts.includes('video') && !job.media_available && (
        <Notice>The video itself is no longer held.</Notice>
      )}
      {job.exposure && <SharedExposure exposure={job.exposure} />}
      {brands && <SharedBrands brands={brands} token={token} onSeek={onSeek} />}
      {objects && <SharedObjects objects={objects} token={token} onSeek={onSeek} />}
      {answers && <SharedAnswers answers={answers} onSeek={onSeek} />}
      {(transcription || summary) && (
        <SharedTranscript transcription={transcription} summary={summary} onSeek={onSeek} />
      )}
      <footer className={styles.foot}>
        Found by software, without a person looking at each moment. Made with Reelsight.
      </footer>
    </>
  );
}
