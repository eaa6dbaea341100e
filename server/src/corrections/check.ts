/** Checks a correction against results and earlier corrections, all of them as JSON: run in the thread of corrections. */
import { parseResults } from '../artifacts/results-text.ts';
import { appearancesOfPossible } from './possible-brands.ts';
import { type AnalysedVideo, payerBefore, type Request, refusalOf } from './refusal.ts';
import type { Applied, Said } from './things.ts';
import { withHeard } from './transcript.ts';

export interface CheckOrder {
  /** The outline of the results, as by `findOutline`. */
  readonly outline: string;
  /** The corrections that were made before, as by `correctionsJson`. */
  readonly corrections: string;
  readonly request: Request;
  readonly video: AnalysedVideo;
}

/** Why the correction is refused, or how it is to be stored. */
export type Checked = { readonly refusal: string } | { readonly accepted: Request };

/**
 * A correction about a paid segment is stored with the name of its payer, by which people recognise it in lists, and one
 * that confirms a possible brand with its appearances.
 */
export function checkedCorrection({ outline, corrections, request, video }: CheckOrder): Checked {
  const applied = JSON.parse(corrections) as Applied[];
  const saidBefore = applied.filter(
    (correction): correction is Said => correction.target !== 'transcript',
  );
  const change = applied.find((correction) => correction.target === 'transcript');
  const foundResults = parseResults(outline);
  const results = change ? withHeard(foundResults, change.heard) : foundResults;

  const refusal = refusalOf(results, saidBefore, request, video);
  if (refusal !== null) return { refusal };

  if (request.target === 'possible_brand' && request.kind === 'confirm')
    return {
      accepted: { ...request, appearances_added: appearancesOfPossible(results, request.name) },
    };
  if (!request.segment) return { accepted: request };
  return { accepted: { ...request, name: payerBefore(results, saidBefore, request) ?? '' } };
}
