/** Functions that the operator's pages need from code that http may not import; the wiring code provides them. */
import type { Abilities, BackupOverview, DiskUse, OperatorOverview } from '@reelsight/contract';
import type { AuditedRequest } from '../../domain/audit.ts';

/** Names of objects and brands that a user wants to find in videos. */
export interface AskedNames {
  readonly objects: readonly string[];
  readonly brands: readonly string[];
  /** Brands for which there are logo pictures. */
  readonly pictured: readonly string[];
}

export interface OperatorView {
  readonly overview: () => Promise<OperatorOverview>;
  /** Returns which abilities the engines lack, and which of the named objects and logos no engine can detect. */
  readonly abilities: (names: AskedNames) => Promise<Abilities>;
  /**
   * A PNG of the picture that the logo of a brand is compared with, if its workspace has none: the picture in the
   * operator's folder, or the drawn shape; null if there is neither.
   */
  readonly logoReference: (brand: string) => Promise<Buffer | null>;
  /**
   * Returns the latest measurement at once. Starts a new measurement if the latest is old, or, with `refresh`, unless
   * it is very recent.
   */
  readonly diskUse: (refresh: boolean) => DiskUse;
  /** Starts to download a model in the background, unless a download is already running. Throws Fault NOT_FOUND. */
  readonly pullModel: (id: string) => void;
  readonly backups: BackupsView;
}

/**
 * These functions throw Fault NOT_FOUND for an unknown backup name, and BACKUP_REFUSED, with the reason, if an action
 * is not possible now.
 */
export interface BackupsView {
  readonly overview: () => Promise<BackupOverview>;
  /** Starts a backup in the background; returns its name. */
  readonly make: () => Promise<string>;
  readonly remove: (name: string) => Promise<void>;
  /** Checks that the backup can be restored. Returns a function that stops the service and restores the backup. */
  readonly prepareRestore: (order: {
    readonly name: string;
    readonly key: string | null;
    /** Who ordered the restore, for the audit log of the restored service. */
    readonly by: AuditedRequest | null;
  }) => Promise<() => void>;
}
