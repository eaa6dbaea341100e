/** Reasons why yt-dlp was not updated. */

export type ReleaseTrouble =
  /** The host does not answer, or answers too late. */
  | 'unreachable'
  /** The host asks to come back later. */
  | 'limited'
  /** The answer is not a release: a page, a missing file, or a truncated one. */
  | 'noRelease'
  /** The checksum or the signature is wrong. */
  | 'forged'
  /** The release is older than the one in use. */
  | 'older'
  /** The new release does not work here. */
  | 'unfit'
  /** There is no Python that is new enough for the release, and no build for this machine that includes one. */
  | 'noPython'
  /** The folder for releases is full or cannot be written. */
  | 'disk'
  /** Another process is updating at the moment. */
  | 'busy'
  /** There is no previous release to return to. */
  | 'nothingBefore';

export class ReleaseFault extends Error {
  readonly trouble: ReleaseTrouble;

  constructor(trouble: ReleaseTrouble, message: string) {
    super(message);
    this.trouble = trouble;
  }
}
