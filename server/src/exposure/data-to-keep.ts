/** What is stored of the exposure of one video, so that its results need not be read again. */
import type { Results } from '@reelsight/contract';
import { formOf } from './form.ts';
import { packed, packedBytes } from './packed-form.ts';
import { type TrendFacts, trendFacts } from './trend-facts.ts';
import { videoExposure } from './video-exposure.ts';

export interface DataToKeep {
  readonly form: Uint8Array;
  readonly sums: Uint8Array;
  readonly facts: TrendFacts | null;
}

/** The fields of results that exposure needs. */
export const exposureFields = [
  'brands',
  'transcription',
  'paid_segments',
  'metadata',
  'meta',
] as const satisfies readonly (keyof Results)[];

export function dataToKeep(
  jobId: string,
  results: Pick<Results, (typeof exposureFields)[number]>,
): DataToKeep {
  const form = formOf(results);
  const { brands } = form;
  const video = { job_id: jobId, title: null, duration_seconds: 0 };
  const sums = brands && videoExposure({ ...video, brands }, {}).brands;

  return {
    form: packedBytes(JSON.stringify(packed(form))),
    sums: packedBytes(JSON.stringify(sums)),
    facts: brands && sums && trendFacts({ brands, sums }, results.metadata),
  };
}
