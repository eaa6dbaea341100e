/** Why a backup or restore ended, in words for its operator; no secret is in it. */
export class BackupError extends Error {}

/** What is the matter with the key of an encrypted backup; `malformed`: it is no private key of age. */
export type KeyFault = 'missing' | 'wrong' | 'malformed';

export class BackupKeyError extends BackupError {
  readonly fault: KeyFault;

  constructor(fault: KeyFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** The present state is being replaced; what is left to do, the next start of the service does. */
export class HalfReplaced extends BackupError {}
