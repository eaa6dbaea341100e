/** Finds the paid segments of a job from all sources that can reveal them. */
import type { BrandResult, OnScreenText, PaidSegment } from '@reelsight/contract';
import { paidSegments } from '../paid/paid-segments.ts';
import type { JoinContext } from './join-context.ts';

/** The paid segments; null if the job has no data that could reveal any. */
export function paidOf(
  { order, pass, transcript }: Pick<JoinContext, 'order' | 'pass' | 'transcript'>,
  brands: readonly BrandResult[],
  texts: readonly OnScreenText[],
): PaidSegment[] | null {
  const { probe } = pass;
  const described = order.metadata ?? {
    title: order.title,
    description: probe.tags.description ?? probe.tags.comment ?? null,
  };
  const hasSpeech = transcript.failure === null && pass.audio !== null;
  const hasText = [described.title, described.description].some((text) => (text ?? '') !== '');
  const platformChapters = order.metadata?.chapters ?? [];
  const chapters = platformChapters.length > 0 ? platformChapters : probe.chapters;
  if (!hasSpeech && !hasText && texts.length === 0 && chapters.length === 0) return null;

  return paidSegments({
    texts,
    brands,
    chapters,
    metadata: described,
    segments: transcript.failure === null ? transcript.segments : [],
    durationSeconds: probe.durationSeconds,
  });
}
