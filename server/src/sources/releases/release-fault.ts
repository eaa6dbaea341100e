/** Why there is no newer yt-dlp, in words for the operator. */

export type ReleaseTrouble =
  /** The host does not answer, or not in time. */
  | 'unreachable'
  /** It asks to come back later. */
  | 'limited'
  /** The answer is not a release: a page, a missing file, or a truncated one. */
  | 'noRelease'
  /** A checksum or the signature is wrong. */
  | 'forged'
  /** The release is older than the one in use. */
  | 'older'
  /** The new one does not work here. */
  | 'unfit'
  /** There is no Python that is new enough for it, and no build for this machine that includes one. */
  | 'noPython'
  /** The folder it is kept in is full or cannot be written. */
  | 'disk'
  /** Another process is updating at the moment. */
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
