/** Messages to and from the process that embeds texts; plain data, no secrets. */
import type { EmbeddedAs } from '../../engines/embedding.ts';
import type { OnnxOptions } from '../../engines/onnx-session.ts';
import type { InstalledModel } from '../../models/model.ts';

export type ToEmbedding =
  /** Sent once, before anything else. */
  | { readonly kind: 'open'; readonly model: InstalledModel; readonly onnx: OnnxOptions }
  | {
      readonly kind: 'embed';
      readonly id: number;
      readonly texts: readonly string[];
      readonly as: EmbeddedAs;
    }
  /** The request is no longer needed. */
  | { readonly kind: 'drop'; readonly id: number };

export type FromEmbedding =
  | { readonly kind: 'ready' }
  /** Sent once the model has embedded its first text or failed to. `trouble`: why it can't embed; null if it can. */
  | { readonly kind: 'opened'; readonly trouble: string | null }
  | {
      readonly kind: 'vectors';
      readonly id: number;
      readonly vectors: readonly Float32Array[];
    }
  | { readonly kind: 'failed'; readonly id: number; readonly detail: string };
