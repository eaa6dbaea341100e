/**
 * The workbench of a running or completed job: the picture, the time axis and all results, always synchronised to the
 * same second.
 */
import type { JobRowView, JobSoFar } from '@reelsight/contract';
import type { Job } from '@reelsight/sdk';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { clientOf, workspaceCall } from '../api/client.ts';
import { consoleCall } from '../api/console-call.ts';
import { keys } from '../api/job-events.ts';
import { laterOnce } from '../api/later-once.ts';
import { useWorkspaceId } from '../api/session.ts';
import { useBrandColour } from '../format/brand-colours.ts';
import { Closable } from '../ui/closable.tsx';
import { Failure, Skeleton } from '../ui/notice.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useFollowCorrections } from './corrections/correct-calls.ts';
import { WithDrawing } from './corrections/correct-draw.tsx';
import { holderOfPart, joinedWith, useEarlier } from './earlier.ts';
import { useJobAddress } from './job-address.ts';
import { KeyList, useKeys } from './job-keys.tsx';
import styles from './job-page.module.css';
import { NumbersLine } from './numbers-line.tsx';
import { HealthNotes } from './progress/health-notes.tsx';
import { tabsOf } from './result-tabs.tsx';
import { RestContext, useFirstPictures } from './stage/first-pictures.ts';
import { ClockContext, PlayClock } from './stage/play-clock.ts';
import { Stage } from './stage/stage.tsx';
import { leastOf } from './sure.ts';
import type { Span } from './timeline/lanes.ts';
import { useFollowTranscript } from './transcript/transcript-calls.ts';
import { type Bench, BenchContext, benchOf, benchSoFar } from './workbench.ts';

// These components load later, because they are further down the page or only for running jobs: on a slow connection
// the picture and the table come first.
const CorrectBar = lazy(() =>
  import('./corrections/correct-bar.tsx').then((file) => ({ default: file.CorrectBar })),
);
const HeldMedia = lazy(() =>
  import('./progress/job-state.tsx').then((file) => ({ default: file.HeldMedia })),
);
const JobProgress = lazy(() =>
  import('./progress/job-progress.tsx').then((file) => ({ default: file.JobProgress })),
);
const Timeline = lazy(() =>
  import('./timeline/timeline.tsx').then((file) => ({ default: file.Timeline })),
);

interface JobProps {
  readonly row: JobRowView;
}

/**
 * While the job runs, the page shows the results found so far; the full results then replace them without any jump in
 * the layout.
 */
export function JobBench({ row }: JobProps) {
  const running = row.status === 'processing';
  const [ran, setRan] = useState(running);
  if (running && !ran) setRan(true);

  const { data: soFar } = useSoFar(row);
  // If the user watched the job run, the page has already been drawn, so nothing needs to wait for its first pictures.
  const [wasDrawn, setDrawn] = useState(false);
  const rest = useFirstPictures('results', wasDrawn) || ran;
  const wholeJob = useWhole(row, rest);
  const bench = useBenchOf(row, soFar, wholeJob, rest);
  const isDrawn = bench !== undefined;
  useEffect(() => setDrawn(isDrawn), [isDrawn]);

  return (
    <RestContext value={rest}>
      <Suspense>
        {ran && <JobProgress row={row} parts={soFar?.parts ?? []} />}
        {!bench && running && <HeldMedia row={row} />}
      </Suspense>
      {bench && <AtOneSecond bench={bench} />}
      {!bench && !running && wholeJob.error && (
        <Failure
          what="The results could not be read."
          error={wholeJob.error}
          onRetry={() => void wholeJob.refetch()}
        />
      )}
      {!bench && !running && !wholeJob.error && <Skeleton lines={8} />}
    </RestContext>
  );
}

const soFarPollMs = 1500;

/** The results found so far. After the job has ended, their last state is kept until the full results have loaded. */
function useSoFar({ job_id: id, status }: JobRowView) {
  const workspace = useWorkspaceId();
  return useQuery({
    queryKey: ['job-so-far', workspace, id],
    queryFn: ({ signal }) => consoleCall('getJobSoFar', { params: { workspace, id }, signal }),
    enabled: status === 'processing',
    retry: false,
    // An older service answers 404, after which polling stops and the page shows only the stages.
    refetchInterval: ({ state }) => (state.error ? false : soFarPollMs),
  });
}

/**
 * Loads the results, at first without the detections of single frames, so that the page appears sooner. The detections,
 * by far the largest part for a long video, and the boxes drawn from them follow. Includes people's corrections unless
 * the address says otherwise.
 */
function useWhole(row: JobRowView, rest: boolean) {
  const { job_id: id, status } = row;
  const workspace = useWorkspaceId();
  const [getParam] = useJobAddress();
  const corrected = getParam('found') !== '1';

  useFollowCorrections(row);
  useFollowTranscript(row);
  const queryKey = corrected ? keys.correctedJob(workspace, id) : keys.job(workspace, id);
  const isCompleted = status === 'completed';
  const isKnown = useQueryClient().getQueryData(queryKey) !== undefined;
  const light = useQuery({
    queryKey: [...queryKey, 'without_frames'],
    queryFn: ({ signal }) =>
      workspaceCall(workspace, 'getJob', {
        params: { id },
        query: { results: 'without_frames', ...(corrected && { corrected: 'true' }) },
        signal,
      }) as Promise<Job>,
    enabled: isCompleted && !isKnown,
    // Completed results never become stale: only corrections change them, and the page reloads them after each
    // correction.
    staleTime: ({ state }) => (state.data?.results ? Number.POSITIVE_INFINITY : 0),
  });
  const withFrames = useQuery({
    queryKey,
    queryFn: ({ signal }) => clientOf(workspace).jobs.get(id, { signal, corrected }),
    enabled: isCompleted && (isKnown || light.isError || (rest && !light.isPending)),
    placeholderData: keepPreviousData,
    staleTime: ({ state }) => (state.data?.results ? Number.POSITIVE_INFINITY : 0),
  });

  return {
    data: withFrames.data ?? light.data,
    hasFrames: withFrames.data !== undefined,
    error: withFrames.error,
    refetch: withFrames.refetch,
  };
}

const noShots: readonly Span[] = [];

/** Shots are loaded after the results; until then the page lacks only their lane. */
function useShots({ job_id: id, status }: JobRowView, rest: boolean): readonly Span[] {
  const workspace = useWorkspaceId();
  const { data } = useQuery({
    queryKey: keys.jobShots(workspace, id),
    queryFn: ({ signal }) => workspaceCall(workspace, 'getJobShots', { params: { id }, signal }),
    enabled: rest && status === 'completed',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.shots ?? noShots;
}

type Whole = Pick<ReturnType<typeof useWhole>, 'data' | 'hasFrames'>;

function useBenchOf(
  row: JobRowView,
  soFar: JobSoFar | undefined,
  { data: loadedJob, hasFrames }: Whole,
  rest: boolean,
): Bench | undefined {
  const shots = useShots(row, rest);
  const earlier = useEarlier(row);
  const colourOf = useBrandColour();
  const [getParam] = useJobAddress();
  const minConfidence = leastOf(getParam('least'));

  return useMemo(() => {
    if (row.status === 'completed' && loadedJob?.results)
      return benchOf({
        row,
        job: loadedJob,
        ...joinedWith(
          loadedJob.results,
          earlier.map(({ results }) => results),
        ),
        brandsJob: (holderOfPart(row, earlier, 'brands') ?? row).job_id,
        hasFrames,
        shots,
        colourOf,
        least: minConfidence,
      });
    return soFar?.duration_seconds ? benchSoFar(row, soFar, colourOf) : undefined;
  }, [row, soFar, loadedJob, earlier, hasFrames, shots, colourOf, minConfidence]);
}

export function AtOneSecond({ bench }: { readonly bench: Bench }) {
  const clock = useAddressedClock(bench.durationSeconds);
  return (
    <BenchContext value={bench}>
      <ClockContext value={clock}>
        <WithDrawing>
          <Workbench bench={bench} />
        </WithDrawing>
      </ClockContext>
    </BenchContext>
  );
}

/** Minimum time between two changes of the address, because browsers tolerate only two per second. */
const addressRestMs = 600;

/** Starts the clock at the second in the address, and keeps the address at the second that is shown. */
function useAddressedClock(durationSeconds: number): PlayClock {
  const [getParam, change] = useJobAddress();
  const [clock] = useState(() => new PlayClock(startOf(getParam('second')), durationSeconds));
  const write = useRef(change);
  write.current = change;
  useEffect(() => {
    clock.durationSeconds = durationSeconds;
  }, [clock, durationSeconds]);
  useEffect(() => {
    const later = laterOnce(addressRestMs, () =>
      write.current({ second: clock.second.toFixed(1) }),
    );
    const leave = clock.subscribe(() => later.soon());
    return () => {
      leave();
      later.stop();
    };
  }, [clock]);

  return clock;
}

function startOf(text: string | null): number {
  const second = Number(text);
  return Number.isFinite(second) && second > 0 ? second : 0;
}

function Workbench({ bench }: { readonly bench: Bench }) {
  const rest = useContext(RestContext);
  const [getParam] = useJobAddress();
  const [keysOpen, setKeysOpen] = useState(false);
  useKeys(() => setKeysOpen((open) => !open));

  return (
    <>
      <NumbersLine />
      <div className={styles.bench}>
        <div className={styles.left}>
          <Stage onKeys={() => setKeysOpen((open) => !open)} />
          <Suspense>{rest && !bench.sample && <CorrectBar />}</Suspense>
          {keysOpen && (
            <Closable onClose={() => setKeysOpen(false)}>
              <KeyList onClose={() => setKeysOpen(false)} />
            </Closable>
          )}
        </div>
        <div className={styles.right}>
          <Tabs
            label="Results"
            tabs={tabsOf(bench, getParam('tab'))}
            panelClass={styles.panel}
            panelId="results"
          />
        </div>
        <div className={styles.lanes}>
          <Suspense>{rest && bench.lanes.length > 0 && <Timeline />}</Suspense>
        </div>
        <div className={styles.notes}>
          {!bench.live && !bench.sample && (
            <HealthNotes results={bench.results} isAskedAgain={bench.job.from_job != null} />
          )}
        </div>
      </div>
    </>
  );
}
