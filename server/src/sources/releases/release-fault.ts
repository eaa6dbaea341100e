/** Why there is no newer yt-dlp, in words for the operator. */

export type ReleaseTrouble =
  /** The host does not answer, or not in time. */
  | 'unreachable'
  /** It asks to come back later. */
  | 'limited'
  /** What it answers is no release: a page, a file that is missing, one that is cut off. */
  | 'noRelease'
  /** A checksum or the signature is wrong. */
  | 'forged'
  /** It is older than the one that is used. */
  | 'older'
  /** The new one does not work here. */
  | 'unfit'
  /** No build of it runs on this machine. */
  | 'noPython'
  /** The folder it is kept in is full or cannot be written. */
  | 'disk'
  /** Another process is at it. */
  | 'busy'
  /** There is nothing to go back to. */
  | 'nothingBefore';

export class ReleaseFault extends Error {
  readonly trouble: ReleaseTrouble;

  constructor(trouble: ReleaseTrouble, message: string) {
    super(message);
    this.trouble = trouble;
  }
}
