/** The process of one ingestion: the only one that opens untrusted files. No database, no secret, no network. */
import { Fault } from '@reelsight/contract/errors';
import { ingestMedia } from '../media/ingest.ts';
import type { IngestLimits } from '../media/media.ts';

export interface IngestionOrder {
  /** The source video. */
  readonly source: string;
  /** Existing empty folder. */
  readonly outDir: string;
  /** 0: no frames. */
  readonly fps: number;
  readonly limits: IngestLimits;
}

export type FromIngestion =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done' }
  | {
      readonly kind: 'failed';
      readonly code: string | null;
      readonly text: string;
      readonly detail: string;
    };

function tell(message: FromIngestion): void {
  // If the parent is gone there is nobody to send to; `disconnect` ends this process.
  if (process.connected) process.send?.(message);
}

async function ingest(order: IngestionOrder): Promise<void> {
  const signal = new AbortController().signal;
  try {
    await ingestMedia({
      ...{ path: order.source, outDir: order.outDir, fps: order.fps, limits: order.limits, signal },
      onProgress: (fraction) => tell({ kind: 'progress', fraction }),
    });
    tell({ kind: 'done' });
  } catch (error) {
    const fault = error instanceof Fault ? error : null;
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const detail = fault ? `${fault.detail}\n${stack}` : stack;
    tell({ kind: 'failed', code: fault?.code ?? null, text: fault?.message ?? '', detail });
  }
}

process.on('message', (order: IngestionOrder) => void ingest(order));
process.on('disconnect', () => process.exit(1));
tell({ kind: 'ready' });
