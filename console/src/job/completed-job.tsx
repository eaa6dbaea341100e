/** The workbench of a completed job: picture, time axis and everything that was found, always at the same second. */
import type { JobRowView } from '@reelsight/contract';
import type { Job, Results } from '@reelsight/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { consoleCall } from '../api/console-call.ts';
import { keys } from '../api/job-events.ts';
import { useWorkspaceId } from '../api/session.ts';
import { type Tab, Tabs } from '../ui/tabs.tsx';
import { DataPanel } from './data-panel.tsx';
import { HealthNotes } from './health-notes.tsx';
import { useJobAddress } from './job-address.ts';
import { KeyList, useKeys } from './job-keys.tsx';
import styles from './job-page.module.css';
import type { Span } from './lanes.ts';
import { ClockContext, PlayClock } from './play-clock.ts';
import { QuestionsPanel } from './questions-panel.tsx';
import { Stage } from './stage.tsx';
import { SummaryPanel } from './summary-panel.tsx';
import { ThingsPanel } from './things-panel.tsx';
import { Timeline } from './timeline.tsx';
import { TranscriptPanel } from './transcript-panel.tsx';
import { type Bench, BenchContext, benchOf } from './workbench.ts';

interface CompletedJobProps {
  readonly row: JobRowView;
  readonly job: Job;
  readonly results: Results;
}

export function CompletedJob({ row, job, results }: CompletedJobProps) {
  const shots = useShots(row.job_id);
  const bench = useMemo(() => benchOf(row, job, results, shots), [row, job, results, shots]);
  const clock = useAddressedClock(bench.durationSeconds);
  return (
    <BenchContext value={bench}>
      <ClockContext value={clock}>
        <Workbench bench={bench} />
      </ClockContext>
    </BenchContext>
  );
}

const noShots: readonly Span[] = [];

/** They come after the results, and a page without them lacks only their lane. */
function useShots(id: string): readonly Span[] {
  const workspace = useWorkspaceId();
  const { data } = useQuery({
    queryKey: keys.jobShots(workspace, id),
    queryFn: ({ signal }) => consoleCall('getJobShots', { params: { workspace, id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.shots ?? noShots;
}

const addressRestMs = 500;

/** Starts at the second of the address, and keeps the address at the second one went to. */
function useAddressedClock(durationSeconds: number): PlayClock {
  const [read, change] = useJobAddress();
  const [clock] = useState(() => new PlayClock(startOf(read('second')), durationSeconds));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clock.onSeek = (second) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => change({ second: second.toFixed(1) }), addressRestMs);
    };
    return () => clearTimeout(timer.current);
  }, [clock, change]);
  return clock;
}

function startOf(text: string | null): number {
  const second = Number(text);
  return Number.isFinite(second) && second > 0 ? second : 0;
}

function Workbench({ bench }: { readonly bench: Bench }) {
  const [keysOpen, setKeysOpen] = useState(false);
  useKeys(() => setKeysOpen((open) => !open));
  return (
    <div className={styles.bench}>
      <div className={styles.left}>
        <Stage onKeys={() => setKeysOpen((open) => !open)} />
        {keysOpen && <KeyList onClose={() => setKeysOpen(false)} />}
        {bench.lanes.length > 0 && <Timeline />}
      </div>
      <div className={styles.right}>
        <Tabs label="Results" tabs={tabsOf(bench)} panelClass={styles.panel} />
      </div>
      <div className={styles.notes}>
        <HealthNotes meta={bench.results.meta} />
      </div>
    </div>
  );
}

/** A tab for each thing that was asked for; the data of all. */
function tabsOf({ results, things }: Bench): Tab[] {
  const { brands, transcription, query_results, objects, summary, metadata } = results;
  const count = (kind: 'brand' | 'object') => things.filter((one) => one.kind === kind).length;
  const wanted: (Tab | false | undefined)[] = [
    brands && {
      id: 'brands',
      label: 'Brands',
      count: count('brand'),
      content: () => <ThingsPanel kind="brand" />,
    },
    transcription && { id: 'transcript', label: 'Transcript', content: () => <TranscriptPanel /> },
    query_results && {
      id: 'questions',
      label: 'Questions',
      count: query_results.length,
      content: () => <QuestionsPanel />,
    },
    objects && {
      id: 'objects',
      label: 'Objects',
      count: count('object'),
      content: () => <ThingsPanel kind="object" />,
    },
    (summary || metadata) && { id: 'summary', label: 'Summary', content: () => <SummaryPanel /> },
    { id: 'data', label: 'Data', content: () => <DataPanel /> },
  ];
  return wanted.filter((tab) => tab !== false && tab !== undefined);
}
