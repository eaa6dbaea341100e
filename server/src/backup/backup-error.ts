/** The reason why a backup or restore failed, in words for the operator; contains no secrets. */
export class BackupError extends Error {}

/** What is wrong with the key of an encrypted backup; `malformed`: it is not a private age key. */
export type KeyFault = 'missing' | 'wrong' | 'malformed';

export class BackupKeyError extends BackupError {
  readonly fault: KeyFault;

  constructor(fault: KeyFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/**
 * Thrown if a restore stops after it has begun to replace the current state; the next start of the service completes
 * the replacement.
 */
export class HalfReplaced extends BackupError {}

/** The reason given if a backup or restore ended because the service was stopped. */
export const stoppedText = 'The service stopped.';
