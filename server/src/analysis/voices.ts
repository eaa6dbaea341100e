/** Says who speaks when a brand is said. */
import type { BrandResult } from '@reelsight/contract';
import { countWhile } from './ordered.ts';

/** Farthest, in seconds, that the time of a mention may lie outside of the line that says it. */
const besideSeconds = 0.05;

interface SpokenLine {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly speaker?: number | undefined;
  readonly speaker_name?: string | undefined;
}

/** Says of each heard appearance who says it. */
export function withVoices(
  brands: readonly BrandResult[],
  segments: readonly SpokenLine[],
): BrandResult[] {
  if (!segments.some(({ speaker }) => speaker !== undefined)) return [...brands];

  return brands.map((brand) => {
    if (!brand.appearances.some(({ source }) => source === 'audio')) return brand;
    const appearances = brand.appearances.map((appearance) => {
      if (appearance.source !== 'audio') return appearance;
      const { speaker: _speaker, speaker_name: _name, ...rest } = appearance;
      const voice = voiceAt(segments, appearance.timestamp);
      return {
        ...rest,
        ...(voice?.speaker !== undefined && { speaker: voice.speaker }),
        ...(voice?.speaker_name !== undefined && { speaker_name: voice.speaker_name }),
      };
    });
    return { ...brand, appearances };
  });
}

/** The line that is said at this time: of several at once, the one that began last. */
function voiceAt(segments: readonly SpokenLine[], timestamp: number): SpokenLine | undefined {
  const following = countWhile(segments, ({ start }) => start <= timestamp + besideSeconds);
  for (let index = following - 1; index >= Math.max(0, following - mostAtOnce); index -= 1) {
    const segment = segments[index];
    if (segment && segment.end >= timestamp - besideSeconds) return segment;
  }
  return undefined;
}

/** How many lines back one may still be going on, because people talk at the same time. */
const mostAtOnce = 8;
