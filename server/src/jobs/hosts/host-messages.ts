/** Messages between a worker and its engine hosts; plain data, no rows, no secrets. */
import type { Usage } from '../../engines/engine.ts';
import type { EngineWork } from '../../engines/engine-work.ts';
import type { PartOrder, PartOutcome } from '../../perception/part.ts';

export type ToHost =
  | { readonly kind: 'part'; readonly order: PartOrder }
  /** The current part is no longer needed. */
  | { readonly kind: 'abort' };

export type FromHost =
  | { readonly kind: 'ready' }
  | { readonly kind: 'log'; readonly message: string; readonly fields: Record<string, unknown> }
  | PartAnswer;

/** The outcome of a part. */
export type PartAnswer =
  | {
      readonly kind: 'done';
      readonly usage: Usage;
      readonly work: readonly EngineWork[];
      readonly outcome: PartOutcome;
      /** Resident memory at present, in bytes. */
      readonly memory: number;
    }
  | {
      readonly kind: 'failed';
      readonly usage: Usage;
      readonly work: readonly EngineWork[];
      /** Code of a Fault; null for any other error. */
      readonly code: string | null;
      readonly text: string;
      readonly detail: string;
    };
