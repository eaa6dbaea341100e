/** The page that a share link opens for someone without an account: the chosen parts of one job, read-only. */
import type { SharedJob } from '@reelsight/contract';
import { testWarning } from '@reelsight/contract/testing-words';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useTitle } from '../../app/title.ts';
import { lengthText } from '../../format/time.ts';
import { ClockContext, PlayClock } from '../../job/stage/play-clock.ts';
import { VideoPlayer } from '../../job/stage/video-player.tsx';
import { Failure, Notice } from '../../ui/notice.tsx';
import type { Seek } from './moment-text.tsx';
import styles from './shared.module.css';
import { SharedBrands, SharedObjects } from './shared-brands.tsx';
import { SharedExposure } from './shared-exposure.tsx';
import { SharedFiles } from './shared-files.tsx';
import { SharedHead } from './shared-head.tsx';
import { LinkEnded, secondOf, sharedMedia, tokenOf, useShared } from './shared-job.ts';
import { SharedDisclosures, SharedPaid, SharedShots } from './shared-moments.tsx';
import { SharedSlots, slotsIn } from './shared-name.tsx';
import { SharedAnswers, SharedScreenText, SharedTranscript } from './shared-texts.tsx';

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

function isCorrected({ results }: SharedJob): boolean {
  const { brands = [], objects = [], paid_segments: paidSegments = [] } = results;
  return (
    paidSegments.some(({ corrected }) => corrected) ||
    [...brands, ...objects].some(
      (finding) => finding.corrected || finding.appearances.some(({ corrected }) => corrected),
    )
  );
}

interface ShownProps {
  readonly job: SharedJob;
  readonly token: string;
}

function Shown({ job, token }: ShownProps) {
  const title = job.title ?? 'Video';
  useTitle(title);

  const video = useRef<HTMLDivElement>(null);
  const [clock] = useState(
    () =>
      new PlayClock(
        secondOf(window.location.search),
        job.duration_seconds ?? Number.POSITIVE_INFINITY,
      ),
  );
  const [broken, setBroken] = useState(false);
  const seek = useCallback(
    (seconds: number) => {
      clock.seek(seconds);
      video.current?.scrollIntoView({ block: 'nearest' });
    },
    [clock],
  );
  const slots = useMemo(() => slotsIn(job), [job]);
  const includesVideo = job.parts.includes('video');
  const plays = includesVideo && job.media_available && !broken;

  return (
    <>
      <SharedHead token={token} title={title} sender={job.sender} hasPdf={job.pdf_available}>
        {job.duration_seconds !== null && <>{lengthText(job.duration_seconds)} · </>}
        Shared by link until {dayText(job.expires_at)}
      </SharedHead>
      {job.test && <Notice kind="warning">{testWarning}</Notice>}
      {plays && (
        <div ref={video} className={styles.video}>
          <ClockContext value={clock}>
            <VideoPlayer
              src={sharedMedia(token)}
              ratio={undefined}
              hasPicture={job.has_picture}
              onBroken={() => setBroken(true)}
            />
          </ClockContext>
        </div>
      )}
      {includesVideo && !job.media_available && (
        <Notice>The video itself is no longer held.</Notice>
      )}
      {broken && <Notice>This browser can’t play the video.</Notice>}
      <SharedSlots value={slots}>
        <Parts job={job} token={token} onSeek={plays ? seek : undefined} />
      </SharedSlots>
      <footer className={styles.foot}>
        Found by software, without a person looking at each moment
        {isCorrected(job) && '; what a person added, changed or confirmed is marked “by a person”'}.
        Made with Reelsight.
      </footer>
    </>
  );
}

function Parts({ job, token, onSeek }: ShownProps & { readonly onSeek: Seek }) {
  const { brands, transcription, summary, objects, query_results: answers } = job.results;
  const { paid_segments: paidSegments, disclosures, shots, on_screen_text: texts } = job.results;
  return (
    <>
      {job.exposure && <SharedExposure exposure={job.exposure} />}
      {brands && <SharedBrands brands={brands} token={token} onSeek={onSeek} />}
      {paidSegments && <SharedPaid segments={paidSegments} onSeek={onSeek} />}
      {disclosures && <SharedDisclosures disclosures={disclosures} onSeek={onSeek} />}
      {objects && <SharedObjects objects={objects} token={token} onSeek={onSeek} />}
      {answers && <SharedAnswers answers={answers} onSeek={onSeek} />}
      {(transcription || summary) && (
        <SharedTranscript transcription={transcription} summary={summary} onSeek={onSeek} />
      )}
      {texts && <SharedScreenText texts={texts} onSeek={onSeek} />}
      {shots && <SharedShots shots={shots} onSeek={onSeek} />}
    </>
  );
}
