/** Finds the paid segments and disclosures of a job from all sources that can reveal them. */
import type { BrandResult, OnScreenText, Results } from '@reelsight/contract';
import { disclosuresOf, platformLabelOf } from '../paid/disclosures.ts';
import { paidSegments } from '../paid/paid-segments.ts';
import type { JoinContext } from './join-context.ts';

export type PaidFindings = Required<Pick<Results, 'paid_segments' | 'disclosures'>>;

/** The paid segments and disclosures; null if the job has no data that could reveal any. */
export function paidOf(
  { order, pass, transcript }: Pick<JoinContext, 'order' | 'pass' | 'transcript'>,
  brands: readonly BrandResult[],
  texts: readonly OnScreenText[],
): PaidFindings | null {
  const { probe } = pass;
  const described = order.metadata ?? {
    title: order.title,
    description: probe.tags.description ?? probe.tags.comment ?? null,
  };
  const hasSpeech = transcript.failure === null && pass.audio !== null;
  const hasText = [described.title, described.description].some((text) => (text ?? '') !== '');
  const platformChapters = order.metadata?.chapters ?? [];
  const chapters = platformChapters.length > 0 ? platformChapters : probe.chapters;
  const platformLabel = platformLabelOf(order.metadata);
  if (
    !hasSpeech &&
    !hasText &&
    texts.length === 0 &&
    chapters.length === 0 &&
    platformLabel === null
  )
    return null;

  const material = {
    texts,
    brands,
    chapters,
    metadata: described,
    segments: transcript.failure === null ? transcript.segments : [],
    durationSeconds: probe.durationSeconds,
  };
  const segments = paidSegments(material);
  const disclosures = disclosuresOf({
    ...material,
    spokenLanguage: hasSpeech ? knownLanguage(transcript.language) : null,
    platformLabel,
    paidSegments: segments,
  });

  return { paid_segments: segments, disclosures };
}

/** Null for the codes that stand for an unknown language and for no speech. */
const knownLanguage = (code: string): string | null => (['', 'und'].includes(code) ? null : code);
