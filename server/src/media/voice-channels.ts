/**
 * Decides whether the two channels of a recording hold one voice each, as in many recordings of calls and interviews:
 * the voices then take turns, and a speaker can hardly be heard in the other channel.
 */

/** Smallest root mean square of the samples that counts as speech: -50 dB of full scale. */
const leastLevel = 104;
/** A channel counts as unused if its power is lower than the other channel's by at least this factor, 20 dB. */
const apartRatio = 100;
/** Minimum number of blocks, over both voices, in which only one voice speaks: 1 s in total. */
const leastAlone = 10;
/**
 * Minimum fraction of the blocks with speech in which only one voice speaks. For music and effects this fraction is
 * close to zero.
 */
const leastAloneShare = 0.5;
/**
 * Of the blocks in which only one voice speaks, the voice that speaks less must have at least this fraction. It is
 * small, because a listener's few words are enough.
 */
const leastSecondShare = 0.02;

/** Counts the blocks of 100 ms with speech, and those among them in which only one voice speaks. */
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
