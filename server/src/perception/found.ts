/** Builds a short summary of what a part found, which is shown while the job is running. */
import { joinSpeech } from '../engines/joined-speech.ts';
import type { MediaPass } from '../media/media.ts';
import type { DetectArtifact, HearArtifact, ReadArtifact } from './artifacts.ts';
import { joinBrands } from './brands/joined-brands.ts';
import type { Found } from './part.ts';
import { joinThings } from './things/joined-things.ts';

export function wordsFound(
  { spans }: HearArtifact,
  language: string | null,
  { probe }: MediaPass,
): Found {
  const { segments } = joinSpeech(spans, language, probe.durationSeconds);
  return { segments: segments.map(({ start, end, text }) => ({ start, end, text })) };
}

export function brandsFound(part: ReadArtifact, pass: MediaPass): Found {
  if (part.failure) return {};
  // Surfaces are left to the join, which decides whether they count and how many could not be identified.
  const strippedPart = { ...part, surfaces: { asked: 0, failed: 0 } };
  // `return_proof` matters only for spoken brands, and a `read` part has none.
  const { built } = joinBrands([strippedPart], [], pass, { surfaces: [], return_proof: false });
  return { brands: built.flatMap(({ result }) => spansOf(result)) };
}

export function thingsFound(
  part: DetectArtifact,
  names: readonly string[],
  pass: MediaPass,
): Found {
  if (part.failure) return {};
  const { built } = joinThings(names, [part], pass);
  return { things: built.flatMap(({ result }) => spansOf(result)) };
}

interface Shown {
  readonly name: string;
  readonly appearances: readonly {
    readonly timestamp: number;
    readonly timestamp_start?: number | undefined;
    readonly timestamp_end?: number | undefined;
  }[];
}

const spansOf = ({ name, appearances }: Shown) =>
  appearances.map(({ timestamp, timestamp_start: start, timestamp_end: end }) => ({
    name,
    start: start ?? timestamp,
    end: end ?? timestamp,
  }));
