/** Finds the paid segments and disclosures of a job from all sources that can reveal them. */
import type { BrandResult, OnScreenText, Results } from '@reelsight/contract';
import { decodedRange } from '../../media/media.ts';
import { type DisclosureMaterial, disclosuresOf } from '../paid/disclosures.ts';
import { paidSegments, spokenCandidates } from '../paid/paid-segments.ts';
import { paidWords, refinePaid } from '../paid/refine.ts';
import type { JoinContext } from './join-context.ts';

export type PaidFindings = Required<Pick<Results, 'paid_segments' | 'disclosures'>>;

/**
 * The paid segments and disclosures; null if the job has no data that could reveal any. What is spoken is refined by
 * the language engine; if that fails, the segments are those that words tell, and the result is flagged.
 */
export async function paidOf(
  context: JoinContext,
  brands: readonly BrandResult[],
  texts: readonly OnScreenText[],
): Promise<PaidFindings | null> {
  const { order, engines, health, call } = context;
  const material = materialOf(context, brands, texts);
  if (material === null) return null;

  const refined = await health.attemptExtra('brands', async () => {
    const engine = await engines.language();
    const reader = { engine, limits: order.engines.paid, withoutModel: order.withoutModel };
    return refinePaid(material, reader, call);
  });
  if (!refined || refined.degraded) health.flag('paid_segments_degraded');

  health.ran('paid', refined?.engines ?? [paidWords]);
  const segments = paidSegments(material, refined?.candidates ?? spokenCandidates(material));

  return {
    paid_segments: segments,
    disclosures: disclosuresOf(material),
  };
}

function materialOf(
  { order, pass, transcript }: Pick<JoinContext, 'order' | 'pass' | 'transcript'>,
  brands: readonly BrandResult[],
  texts: readonly OnScreenText[],
): DisclosureMaterial | null {
  const { probe } = pass;
  const described = order.metadata ?? {
    title: order.title,
    description: probe.tags.description ?? probe.tags.comment ?? null,
  };
  const hasSpeech = transcript.failure === null && pass.audio !== null;
  const hasText = [described.title, described.description].some((text) => (text ?? '') !== '');
  const platformChapters = order.metadata?.chapters ?? [];
  const allChapters = platformChapters.length > 0 ? platformChapters : probe.chapters;
  const { start: rangeStart, end: rangeEnd } = decodedRange(pass);
  const chapters = allChapters
    .filter(({ start, end }) => end > rangeStart && start < rangeEnd)
    .map(({ start, end, title }) => ({
      title,
      start: Math.max(start, rangeStart),
      end: Math.min(end, rangeEnd),
    }));
  const platformLabel = order.metadata?.paid_promotion ?? null;
  if (
    !hasSpeech &&
    !hasText &&
    texts.length === 0 &&
    chapters.length === 0 &&
    platformLabel === null
  )
    return null;

  return {
    texts,
    brands,
    chapters,
    metadata: described,
    segments: transcript.failure === null ? transcript.segments : [],
    durationSeconds: probe.durationSeconds,
    ...(pass.range && { range: pass.range }),
    spokenLanguage: hasSpeech ? knownLanguage(transcript.language) : null,
    platformLabel,
  };
}

/** Null for the codes that stand for an unknown language and for no speech. */
const knownLanguage = (code: string): string | null => (['', 'und'].includes(code) ? null : code);
