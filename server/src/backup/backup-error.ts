/** Why a backup or restore ended, in words for its operator; no secret is in it. */
export class BackupError extends Error {}
