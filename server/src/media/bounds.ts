/** Limits on how much a file may decode to. */
import { Fault } from '@reelsight/contract';
import { unreadable } from './fault.ts';
import type { Caps, IngestLimits } from './media.ts';

/**
 * Seconds by which a video may turn out to be longer than its owner's limits allow, because the length of the last
 * frame is often unknown.
 */
const toleranceSeconds = 0.5;
/** Pixels that any file may decode to, however small it is: twenty minutes of 720p. */
const anyPixels = 30e9;
/** Pixels that a file may decode to for each of its bytes: four times the ratio of a video of a still screen. */
const pixelsPerByte = 100_000;

/** Limits the length of a video. Headers may be wrong, so every timestamp that is read is checked, too. */
export class Bounds {
  /** The caps set for the video's owner. */
  caps: Caps = { maxSeconds: Number.POSITIVE_INFINITY, budgetSeconds: Number.POSITIVE_INFINITY };
  readonly #limits: IngestLimits;

  constructor(limits: IngestLimits) {
    this.#limits = limits;
  }

  /** Checks the length that a header states. */
  checkLength(seconds: number): void {
    const { maxDurationSeconds } = this.#limits;
    if (seconds > maxDurationSeconds)
      throw new Fault('VIDEO_TOO_LONG', `${seconds} s of at most ${maxDurationSeconds} s`);
  }

  /** Checks a timestamp that was read. */
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

/** Limits how much a file may decode to, in proportion to its size. */
export class VideoBudget {
  readonly #sizeBytes: number;
  #pixelsLeft: number;

  constructor(sizeBytes: number) {
    this.#sizeBytes = sizeBytes;
    this.#pixelsLeft = anyPixels + sizeBytes * pixelsPerByte;
  }

  /** Throws Fault EXTRACTION_FAILED once the budget is exceeded. */
  count(pixels: number): void {
    this.#pixelsLeft -= pixels;
    if (this.#pixelsLeft >= 0) return;
    const text = 'The file unfolds to far more pictures than its size allows for.';
    throw unreadable(`too many pixels for ${this.#sizeBytes} bytes`, text);
  }
}
