/** All views of results by name, for a thread that receives the answer of the service as it was sent. */
import type { Job } from '@reelsight/sdk';
import { completed } from './read-job.ts';
import { Refusal, refusalOf } from './refusal.ts';
import type { ResultsView, ShowOutcome } from './results-view.ts';
import { answersView } from './tools/answers.ts';
import { brandView, objectView } from './tools/appearances.ts';
import { nearestFrameView } from './tools/frame.ts';
import { overviewView } from './tools/overview.ts';
import { transcriptView } from './tools/transcript.ts';

const views: ReadonlyMap<string, ResultsView> = new Map(
  [answersView, brandView, nearestFrameView, objectView, overviewView, transcriptView].map(
    (view) => [view.name, view as ResultsView],
  ),
);

export interface AnswerToShow {
  /** The service's answer with the job, as it was sent. */
  readonly answer: Uint8Array;
  readonly view: string;
  readonly args: object;
}

/** Parses the service's answer and shows a part of it. A refusal is returned, because errors lose their fields. */
export function shownAnswer({ answer, view: name, args }: AnswerToShow): ShowOutcome {
  const view = views.get(name);
  if (!view) throw new Error(`there is no view ${name}`);
  const { data: job } = JSON.parse(new TextDecoder().decode(answer)) as { readonly data: Job };

  try {
    return { shown: view.show(completed(job), args as never) };
  } catch (error) {
    const refusal = error instanceof Refusal ? refusalOf(error) : undefined;
    if (refusal) return { refusal };
    throw error;
  }
}
