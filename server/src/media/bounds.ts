/** What may come out of a file. */
import { Fault } from '@reelsight/contract';
import { unreadable } from './fault.ts';
import type { Caps, IngestLimits } from './media.ts';

/** How much longer than its owner allows a video may turn out to be: lengths of last frames are often unknown. */
const toleranceSeconds = 0.5;
/** Pixels that any file may decode to: twenty minutes of 720p. */
const anyPixels = 30e9;
/** Pixels that a file may decode to for each of its bytes: four times those of a still screen. */
const pixelsPerByte = 100_000;

/** Limits how long a video may be. Headers may be wrong, so every time that is read is checked. */
export class Bounds {
  /** The caps set for the video's owner. */
  caps: Caps = { maxSeconds: Number.POSITIVE_INFINITY, budgetSeconds: Number.POSITIVE_INFINITY };
  readonly #limits: IngestLimits;

  constructor(limits: IngestLimits) {
    this.#limits = limits;
  }

  /** For the length a header states. */
  checkLength(seconds: number): void {
    const { maxDurationSeconds } = this.#limits;
    if (seconds > maxDurationSeconds)
      throw new Fault('VIDEO_TOO_LONG', `${seconds} s of at most ${maxDurationSeconds} s`);
  }

  /** For each time that is read. */
  checkTime(seconds: number): void {
    this.checkLength(seconds);

    const { maxSeconds, budgetSeconds } = this.caps;
    if (seconds > maxSeconds + toleranceSeconds) {
      throw new Fault('VIDEO_TOO_LONG', `at ${seconds} s of at most ${maxSeconds} s`, {
        text: `The video goes on beyond the ${Math.floor(maxSeconds / 60)} minutes this plan allows for these capabilities.`,
      });
    }

    if (seconds > budgetSeconds + toleranceSeconds) {
      throw new Fault('BUDGET_EXCEEDED', `at ${seconds} s of at most ${budgetSeconds} s`, {
        text: 'The video goes on for longer than it states; its estimate is above max_credits.',
      });
    }
  }
}

/** Limits how much a file may decode to, by its size. */
export class VideoBudget {
  readonly #sizeBytes: number;
  #pixelsLeft: number;

  constructor(sizeBytes: number) {
    this.#sizeBytes = sizeBytes;
    this.#pixelsLeft = anyPixels + sizeBytes * pixelsPerByte;
  }

  /** Throws Fault EXTRACTION_FAILED. */
  count(pixels: number): void {
    this.#pixelsLeft -= pixels;
    if (this.#pixelsLeft >= 0) return;
    const text = 'The file unfolds to far more pictures than its size allows for.';
    throw unreadable(`too many pixels for ${this.#sizeBytes} bytes`, text);
  }
}
