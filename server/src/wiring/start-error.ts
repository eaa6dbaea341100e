/** Why a start ends, in one line with what to do; no secret is in it. */

/** Exit codes of `reelsight start`; `docs/operating.md` explains them. */
export const exitCodes = {
  /** What nobody foresaw; the log has the stack. */
  unforeseen: 1,
  /** Settings that can't work: the same start would fail again. */
  settings: 2,
  /** Something it needs does not answer now: the same start may work later. */
  unavailable: 3,
  /** Of `reelsight migrate --check`: there is something to do. */
  notUpToDate: 4,
} as const;

export class StartError extends Error {
  readonly exitCode: number;

  constructor(message: string, why: 'settings' | 'unavailable' = 'settings') {
    // What a server said may have several lines.
    super(message.replaceAll(/\s*\n\s*/g, ' '));
    this.exitCode = exitCodes[why];
  }
}
