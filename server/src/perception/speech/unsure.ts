/** Identifies speech recognised with so little confidence that it should not be used. Pure. */
import type { Material } from '../../analysis/passages.ts';
import type { SpokenSegment } from '../../engines/speech.ts';

/**
 * A segment with a lower confidence is more often wrong than right: in recordings of people with noise or other voices
 * over them, 40 % of the words below this value were right, compared with 86 % of the other words. In clean recordings,
 * five of 690 words are below it.
 */
const leastConfidence = 0.65;
/**
 * Speech with more than this share of unsure words is not summarised at all: a meeting recorded from afar had 26 %; no
 * clean recording of a sentence or more reaches a quarter.
 */
const mostUnsure = 0.25;
/**
 * Speech whose words have a lower mean confidence is not summarised either; clean recordings, even by telephone, have
 * 0.83 or more.
 */
const leastMean = 0.75;
/** In speech with fewer words, the share of unsure words says nothing about the whole. */
const leastWords = 8;

export interface WeighedSpeech {
  readonly segments: readonly SpokenSegment[];
  /** True if most of the speech was barely understood (`speech_unsure`). */
  readonly unsure: boolean;
}

/**
 * Marks unsure segments. Only use it for words from the embedded engine: in other engines, confidence means something
 * else.
 */
export function weighSpeech(segments: readonly SpokenSegment[]): WeighedSpeech {
  const marked = segments.map((segment): SpokenSegment => {
    const { confidence = 1 } = segment;
    return confidence < leastConfidence ? { ...segment, unsure: true } : segment;
  });
  const wordCount = wordsIn(marked);
  const unsure = wordsIn(marked.filter((segment) => segment.unsure));
  const sum = marked.reduce(
    (total, segment) => total + wordsIn([segment]) * (segment.confidence ?? 1),
    0,
  );

  return {
    segments: marked,
    unsure:
      wordCount >= leastWords && (unsure > mostUnsure * wordCount || sum < leastMean * wordCount),
  };
}

const wordsIn = (segments: readonly SpokenSegment[]): number =>
  segments.reduce((sum, { text }) => sum + text.split(/\s+/u).length, 0);

/** Keeps the material that a summary may use. */
export function surelyHeard(material: Material, unsure: boolean): Material {
  const { transcription } = material;
  if (!transcription) return material;
  const segments = unsure ? [] : transcription.segments.filter((segment) => !segment.unsure);
  return { ...material, transcription: { ...transcription, segments } };
}
