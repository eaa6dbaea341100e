/** Speech of made-up texts, as an engine would give it. */
import type { SpeechSegment } from '../../src/engines/speech.ts';

/** Reads texts out at a steady pace, with a short pause after each sentence and a longer one after each text. */
export function readOut(...texts: readonly string[]): SpeechSegment[] {
  let time = 0;
  return texts.flatMap((text) => {
    time += 0.6;
    return text.split(/(?<=[.?!])\s+/u).map((sentence) => {
      const start = time;
      const end = start + sentence.split(' ').length / 2.6;
      time = end + 0.2;
      return { text: sentence, start, end };
    });
  });
}
