/** Functions the operator's pages need from code that http may not import; the wiring provides them. */
import type { Abilities, BackupOverview, DiskUse, OperatorOverview } from '@reelsight/contract';
import type { AuditedRequest } from '../../domain/audit.ts';

/** What somebody wants to look for. */
export interface AskedNames {
  readonly objects: readonly string[];
  readonly brands: readonly string[];
  /** Brands of which there are pictures. */
  readonly pictured: readonly string[];
}

export interface OperatorView {
  readonly overview: () => Promise<OperatorOverview>;
  /** The engines' gaps, and which of the named objects and logos no engine can see. */
  readonly abilities: (names: AskedNames) => Promise<Abilities>;
  /**
   * A PNG of what the logo of a brand is compared with, if its workspace has no picture of it: the operator's, or the
   * drawn shape; null if there is none.
   */
  readonly logoReference: (brand: string) => Promise<Buffer | null>;
  /**
   * Returns the latest measurement. Starts a new one if the latest is old, or, with `refresh`, unless it is very
   * recent.
   */
  readonly diskUse: (refresh: boolean) => DiskUse;
  /** Starts to pull a model in the background, unless it is being pulled already. Throws Fault NOT_FOUND. */
  readonly pullModel: (id: string) => void;
  readonly backups: BackupsView;
}

/**
 * Throws Fault NOT_FOUND for an unknown backup name, and BACKUP_REFUSED with the reason why an action is not possible
 * now.
 */
export interface BackupsView {
  readonly overview: () => Promise<BackupOverview>;
  /** Starts a backup in the background; returns its name. */
  readonly make: () => Promise<string>;
  readonly remove: (name: string) => Promise<void>;
  /** Checks that the backup can be restored; the returned function stops the service to restore it. */
  readonly prepareRestore: (order: {
    readonly name: string;
    readonly key: string | null;
    /** For the audit log of the restored service. */
    readonly by: AuditedRequest | null;
  }) => Promise<() => void>;
}
