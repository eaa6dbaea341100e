/**
 * Tells whether the two channels of a recording hold one voice each, as recorders of calls and interviews write them:
 * the voices then take turns, and the speaker can hardly be heard in the other channel.
 */

/** Smallest root mean square that counts as speaking: -50 dB of full scale. */
const leastLevel = 104;
/** A channel whose power is below the other's by this factor is not in use: 20 dB. */
const apartRatio = 100;
/** Blocks in which each voice has to be alone: 1 s. */
const leastAlone = 10;
/**
 * Minimum share of the blocks with speech in which one voice must be alone. For music and effects this share is close
 * to zero.
 */
const leastAloneShare = 0.5;
/**
 * Minimum share, among the blocks with one voice alone, of the voice that speaks less: a listener's few words are
 * enough.
 */
const leastSecondShare = 0.02;

/** Counts blocks of 100 ms with speech, and those in which one voice is alone. */
export class VoiceChannels {
  #spoken = 0;
  #leftAlone = 0;
  #rightAlone = 0;

  /** `left` and `right`: mean square of the samples of a block. */
  add(left: number, right: number): void {
    const [louder, softer] = left >= right ? [left, right] : [right, left];
    if (louder < leastLevel ** 2) return;
    this.#spoken += 1;
    if (softer * apartRatio > louder) return;
    if (left >= right) this.#leftAlone += 1;
    else this.#rightAlone += 1;
  }

  get holdOneEach(): boolean {
    const alone = this.#leftAlone + this.#rightAlone;
    const second = Math.min(this.#leftAlone, this.#rightAlone);
    return (
      second >= Math.max(leastAlone, leastSecondShare * alone) &&
      alone >= leastAloneShare * this.#spoken
    );
  }
}
