/** The tabs of the results: one for each kind of result that was asked for, and one for all data. */
import { lazy } from 'react';
import { capabilityWords } from '../format/words.ts';
import { EmptyState } from '../ui/notice.tsx';
import type { Tab } from '../ui/tabs.tsx';
import { reviewCount } from './review/review-count.ts';
import { ThingsPanel } from './things/things-panel.tsx';
import { TranscriptPanel } from './transcript/transcript-panel.tsx';
import type { Bench } from './workbench.ts';

/**
 * These panels are loaded when their tab is opened. The transcript is not among them, because a user who presses `/`
 * starts typing a search immediately.
 */
const DataPanel = lazy(() =>
  import('./data-panel.tsx').then((file) => ({ default: file.DataPanel })),
);
const ExposurePanel = lazy(() =>
  import('./exposure-panel.tsx').then((file) => ({ default: file.ExposurePanel })),
);
const PaidPanel = lazy(() =>
  import('./paid/paid-panel.tsx').then((file) => ({ default: file.PaidPanel })),
);
const QuestionsPanel = lazy(() =>
  import('./questions-panel.tsx').then((file) => ({ default: file.QuestionsPanel })),
);
const ReviewPanel = lazy(() =>
  import('./review/review-panel.tsx').then((file) => ({ default: file.ReviewPanel })),
);
const SummaryPanel = lazy(() =>
  import('./summary-panel.tsx').then((file) => ({ default: file.SummaryPanel })),
);

/** `chosen` is the tab in the address: one in use stays, although its last entry is gone. */
export function tabsOf(bench: Bench, chosen: string | null = null): Tab[] {
  const { results, row, things, live, sample, borrowed } = bench;
  const { brands, transcription, query_results, objects, summary, metadata } = results;
  const { paid_segments: paidSegments } = results;
  // What an earlier analysis found is decided on in that analysis.
  const isReviewed = !live && !sample && brands && !borrowed.includes('brand');
  const toReview = isReviewed ? reviewCount(results) : 0;
  // People may add paid segments wherever this analysis looked for brands. The sample can't be corrected.
  const canHavePaid = paidSegments ?? (!sample && brands && !borrowed.includes('brand'));
  const isPending = (...capabilities: (typeof row.capabilities)[number][]) =>
    live && capabilities.some((capability) => row.capabilities.includes(capability));
  const count = (kind: 'brand' | 'object') => things.filter((thing) => thing.kind === kind).length;
  const candidates: (Tab | false | undefined)[] = [
    (live ? isPending('brands') : brands) && {
      id: 'brands',
      label: capabilityWords.brands,
      count: count('brand'),
      content: () => <ThingsPanel kind="brand" />,
    },
    isReviewed &&
      (toReview > 0 || chosen === 'review') && {
        id: 'review',
        label: 'To review',
        count: toReview,
        content: () => <ReviewPanel />,
      },
    !live &&
      !sample &&
      brands && { id: 'exposure', label: 'Exposure', content: () => <ExposurePanel /> },
    !live &&
      canHavePaid && {
        id: 'paid',
        label: 'Paid segments',
        count: paidSegments?.length ?? 0,
        content: () => <PaidPanel />,
      },
    (live ? isPending('transcription') : transcription) && {
      id: 'transcript',
      label: 'Transcript',
      content: () => <TranscriptPanel />,
    },
    (query_results || isPending('custom_query')) && {
      id: 'questions',
      label: capabilityWords.custom_query,
      count: query_results?.length,
      content: () => (live ? <AtTheEnd /> : <QuestionsPanel />),
    },
    (live ? isPending('objects') : objects) && {
      id: 'objects',
      label: capabilityWords.objects,
      count: count('object'),
      content: () => <ThingsPanel kind="object" />,
    },
    (summary || metadata || isPending('summary', 'metadata')) && {
      id: 'summary',
      label: capabilityWords.summary,
      content: () => (live ? <AtTheEnd /> : <SummaryPanel />),
    },
    !live && !sample && { id: 'data', label: 'Data', content: () => <DataPanel /> },
  ];
  const tabs = candidates.filter((tab): tab is Tab => Boolean(tab));
  // If the video was analysed again to ask questions, the page opens with the answers.
  const isAnswer = ({ id }: Tab) => bench.borrowed.includes('brand') && id === 'questions';

  return [...tabs.filter(isAnswer), ...tabs.filter((tab) => !isAnswer(tab))];
}

function AtTheEnd() {
  return (
    <EmptyState title="Available at the end">
      <p>It is made of the whole video, when everything else is found.</p>
    </EmptyState>
  );
}
