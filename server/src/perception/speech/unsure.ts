/** Identifies speech that was recognised with so little confidence that it should not be used. Pure. */
import type { Material } from '../../analysis/passages.ts';
import type { SpokenSegment } from '../../engines/speech.ts';

/**
 * Minimum confidence of a segment; below it, segments are more often wrong than right. In recordings of people with
 * noise or other voices over them, 40 % of the words below this value were right, compared with 86 % of the others. In
 * clean recordings, five of 690 words were below it.
 */
const leastConfidence = 0.65;
/**
 * If more than this share of the words is unsure, the speech is not summarised at all. A meeting recorded from afar had
 * 26 %; in clean recordings of at least a sentence, the share is below a quarter.
 */
const mostUnsure = 0.25;
/**
 * Speech is also not summarised if the mean confidence of its words is below this value. Clean recordings, even by
 * telephone, have at least 0.83.
 */
const leastMean = 0.75;
/** Minimum number of words; with fewer, the share of unsure words is not meaningful. */
const leastWords = 8;

export interface WeighedSpeech {
  readonly segments: readonly SpokenSegment[];
  /** True if most of the speech was barely understood (`speech_unsure`). */
  readonly unsure: boolean;
}

/**
 * Marks unsure segments. To be used only for words from the embedded engine, because confidence means something else in
 * other engines.
 */
export function weighSpeech(segments: readonly SpokenSegment[]): WeighedSpeech {
  const wordCount = wordsIn(segments);
  const isMeaningful = wordCount >= leastWords;
  const sum = segments.reduce(
    (total, segment) => total + wordsIn([segment]) * (segment.confidence ?? 1),
    0,
  );
  const isFaint = isMeaningful && sum < leastMean * wordCount;

  // Where all of it is hardly understood, what is below the mean that would be enough is marked, so that the segments
  // say the same as the flag.
  const marked = withMarks(segments, isFaint ? leastMean : leastConfidence);
  const unsureWords = wordsIn(marked.filter((segment) => segment.unsure));

  return {
    segments: marked,
    unsure: isFaint || (isMeaningful && unsureWords > mostUnsure * wordCount),
  };
}

const withMarks = (segments: readonly SpokenSegment[], minConfidence: number): SpokenSegment[] =>
  segments.map((segment) =>
    (segment.confidence ?? 1) < minConfidence ? { ...segment, unsure: true } : segment,
  );

const wordsIn = (segments: readonly SpokenSegment[]): number =>
  segments.reduce((sum, { text }) => sum + text.split(/\s+/u).length, 0);

/** Removes speech that is too unsure for a summary from the material. */
export function surelyHeard(material: Material, unsure: boolean): Material {
  const { transcription } = material;
  if (!transcription) return material;
  const segments = unsure ? [] : transcription.segments.filter((segment) => !segment.unsure);
  return { ...material, transcription: { ...transcription, segments } };
}
