/** Why a start fails, in one line that says what to do; contains no secret. */

/** Exit codes of `reelsight start`; `docs/operating.md` explains them. */
export const exitCodes = {
  /** Unforeseen errors; the log has the stack. */
  unforeseen: 1,
  /** Settings that can't work: another start with them would fail again. */
  settings: 2,
  /** Something that the service needs does not answer now: the same start may work later. */
  unavailable: 3,
  /** For `reelsight migrate --check`: the database is not up to date. */
  notUpToDate: 4,
} as const;

export class StartError extends Error {
  readonly exitCode: number;

  constructor(message: string, reason: 'settings' | 'unavailable' = 'settings') {
    // A server's message may have several lines.
    super(message.replaceAll(/\s*\n\s*/g, ' '));
    this.exitCode = exitCodes[reason];
  }
}
