/** The error for a start that fails: its message is one line that says what to do and contains no secret. */

/** Exit codes of `reelsight start`; `docs/operating.md` explains them. */
export const exitCodes = {
  /** An unforeseen error; the log contains its stack trace. */
  unforeseen: 1,
  /** Settings that cannot work: another start with the same settings would fail again. */
  settings: 2,
  /** Something that the service needs is unavailable for now: the same start may work later. */
  unavailable: 3,
  /** For `reelsight migrate --check`: the database is not up to date. */
  notUpToDate: 4,
} as const;

export class StartError extends Error {
  readonly exitCode: number;

  constructor(message: string, reason: 'settings' | 'unavailable' = 'settings') {
    // A server's error message may have several lines, which are joined here.
    super(message.replaceAll(/\s*\n\s*/g, ' '));
    this.exitCode = exitCodes[reason];
  }
}
