/** What the operator's pages ask of code that http may not import; the wiring answers. */
import type { Abilities, BackupOverview, DiskUse, OperatorOverview } from '@reelsight/contract';
import type { AuditedRequest } from '../../domain/audit.ts';

export interface OperatorView {
  readonly overview: () => Promise<OperatorOverview>;
  /** What the engines can't do, and which of the named things they have no way to see. */
  readonly abilities: (objects: readonly string[]) => Promise<Abilities>;
  /** The latest measurement; starts one if that is old, and with `again` nearly always. */
  readonly diskUse: (again: boolean) => DiskUse;
  /** Starts to pull a model in the background, unless it is being pulled already. Throws Fault NOT_FOUND. */
  readonly pullModel: (id: string) => void;
  readonly backups: BackupsView;
}

/** Throws Fault NOT_FOUND for a name that no backup has, and BACKUP_REFUSED with why it can't be done now. */
export interface BackupsView {
  readonly overview: () => Promise<BackupOverview>;
  /** Begins one in the background; returns its name. */
  readonly make: () => Promise<string>;
  readonly remove: (name: string) => Promise<void>;
  /** Checks that it can be restored; what it returns stops the service for it. */
  readonly prepareRestore: (order: {
    readonly name: string;
    readonly key: string | null;
    /** For the audit log of what is restored. */
    readonly by: AuditedRequest | null;
  }) => Promise<() => void>;
}
