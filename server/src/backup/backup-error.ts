/** Why a backup or restore failed, in words for the operator; contains no secrets. */
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

/** The replacement of the current state has begun; the next start of the service finishes it. */
export class HalfReplaced extends BackupError {}

/** The reason given if the backup or restore ended because the service was stopped. */
export const stoppedText = 'The service stopped.';
