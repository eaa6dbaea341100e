/** Why a backup or restore ended, in words for its operator; no secret is in it. */
export class BackupError extends Error {}

/** The present state is being replaced; what is left to do, the next start of the service does. */
export class HalfReplaced extends BackupError {}
