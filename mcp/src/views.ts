/** All views of results and corrections by name, for a thread that receives the answer of the service as it was sent. */
import type { Correction, Job } from '@reelsight/sdk';
import { completed } from './read-job.ts';
import { Refusal, refusalOf } from './refusal.ts';
import type { ResultsView, ShowOutcome } from './results-view.ts';
import { answersView } from './tools/answers.ts';
import { brandView, objectView } from './tools/appearances.ts';
import { correctionsView } from './tools/corrections.ts';
import { nearestFrameView } from './tools/frame.ts';
import { overviewView } from './tools/overview.ts';
import { transcriptView } from './tools/transcript.ts';

type ShowData = (data: unknown, args: object) => unknown;

const ofResults = (view: ResultsView): readonly [string, ShowData] => [
  view.name,
  (job, args) => view.show(completed(job as Job), args as never),
];

const views: ReadonlyMap<string, ShowData> = new Map([
  ofResults(answersView),
  ofResults(brandView),
  ofResults(nearestFrameView),
  ofResults(objectView),
  ofResults(overviewView),
  ofResults(transcriptView),
  [correctionsView.name, (corrections) => correctionsView.show(corrections as Correction[])],
]);

export interface AnswerToShow {
  /** The service's answer with the job or its corrections, as it was sent. */
  readonly answer: Uint8Array;
  readonly view: string;
  readonly args: object;
}

/** Parses the service's answer and shows a part of it. A refusal is returned, because errors lose their fields. */
export function shownAnswer({ answer, view: name, args }: AnswerToShow): ShowOutcome {
  const show = views.get(name);
  if (!show) throw new Error(`there is no view ${name}`);
  const { data } = JSON.parse(new TextDecoder().decode(answer)) as { readonly data: unknown };

  try {
    return { shown: show(data, args) };
  } catch (error) {
    const refusal = error instanceof Refusal ? refusalOf(error) : undefined;
    if (refusal) return { refusal };
    throw error;
  }
}
