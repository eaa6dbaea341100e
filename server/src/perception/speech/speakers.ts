/** Finds who speaks when, in the whole sound. */
import type { NumberBounds } from '@reelsight/contract/number-range';
import type { CallContext, SoundFile } from '../../engines/engine.ts';
import type { DiarizationEngine } from '../../engines/speech.ts';
import type { SpeakersArtifact } from '../artifacts.ts';

/** Throws only the signal's reason. */
export async function diarize(
  sound: SoundFile,
  engine: DiarizationEngine | null,
  expected: NumberBounds | null,
  context: CallContext,
): Promise<SpeakersArtifact> {
  if (!engine) return { turns: null, engine: null };
  try {
    return { turns: await engine.diarize(sound, expected, context), engine: engine.info };
  } catch (error) {
    context.signal.throwIfAborted();
    context.log?.('diarization failed', { detail: String(error) });
    return { turns: null, engine: null };
  }
}
