/** The process of one ingestion: the only one that opens untrusted files. No database, no secret, no network. */
import { Fault } from '@reelsight/contract/errors';
import { ingestMedia } from '../media/ingest.ts';
import type { Caps } from '../media/media.ts';
import type { FromIngestion, IngestionOrder, ToIngestion } from './ingestion-messages.ts';
import { lookAround } from './look-around.ts';
import { giveWay } from './low-priority.ts';

const caps = Promise.withResolvers<Caps>();

function tell(message: FromIngestion): void {
  // If the parent is gone there is nobody to send to; `disconnect` ends this process.
  if (process.connected) process.send?.(message);
}

async function ingest(order: IngestionOrder): Promise<void> {
  const signal = new AbortController().signal;
  try {
    await ingestMedia({
      ...{ path: order.source, outDir: order.outDir, fps: order.fps, limits: order.limits, signal },
      onProbed: (probe) => {
        tell({ kind: 'probed', probe });
        return caps.promise;
      },
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

process.on('message', (message: ToIngestion) => {
  if (message.kind === 'ingest') void ingest(message.order);
  else if (message.kind === 'go') caps.resolve(message.caps);
  else if (message.kind === 'look')
    void lookAround(message).then((seen) => tell({ kind: 'seen', seen }));
});
process.on('disconnect', () => process.exit(1));
giveWay();
tell({ kind: 'ready' });
