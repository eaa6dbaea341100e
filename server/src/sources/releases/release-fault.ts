/** Reasons why yt-dlp was not updated. */

export type ReleaseTrouble =
  /** The host of the releases does not answer, or answers too late. */
  | 'unreachable'
  /** The host asks us to try again later (rate limit). */
  | 'limited'
  /** The answer is not a file of a release: it is a web page, missing, or truncated. */
  | 'noRelease'
  /** The checksum or the signature is wrong. */
  | 'forged'
  /** The release is older than the one in use. */
  | 'older'
  /** The new release does not work on this machine. */
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
