/** Embeds texts with a local model in a separate process, because running a network blocks the thread it runs in. */
import { setImmediate } from 'node:timers/promises';
import { Fault } from '@reelsight/contract/errors';
import type { EmbeddingEngine } from '../../engines/embedding.ts';
import { openTransformersEmbedding } from '../../engines/transformers-embedding/transformers-embedding.ts';
import { endWithWorker } from '../processes/end-with-worker.ts';
import { giveWay } from '../processes/low-priority.ts';
import type { FromEmbedding, ToEmbedding } from './embedding-messages.ts';

interface Request extends Extract<ToEmbedding, { kind: 'embed' }> {
  readonly vectors: Float32Array[];
}

let engine: EmbeddingEngine | null = null;
let requests: Request[] = [];
let working = false;
/** A signal that never aborts. */
const { signal } = new AbortController();

const tell = (message: FromEmbedding): void => {
  if (process.connected) process.send?.(message);
};

/** Queries are embedded before passages, because a person waits for a query. */
const next = (): Request | undefined => requests.find(({ as }) => as === 'query') ?? requests[0];

async function work(): Promise<void> {
  if (working) return;
  working = true;

  for (let request = next(); request; request = next()) {
    await goOn(request);
    // Lets the process handle messages that have arrived meanwhile.
    await setImmediate();
  }

  working = false;
}

/**
 * Embeds only the next text of the request, so that a query waits for at most one text. Several texts in one run would
 * not be faster on one thread. Also, a network with 8-bit weights scales its computation by all texts of a run, so a
 * text's vector would depend on the other texts.
 */
async function goOn({ id, texts, as, vectors }: Request): Promise<void> {
  const nextTexts = texts.slice(vectors.length, vectors.length + 1);
  try {
    if (!engine) throw new Error('no model was opened');
    vectors.push(...(await engine.embed(nextTexts, as, signal)));
  } catch (error) {
    drop(id);
    tell({ kind: 'failed', id, detail: detailOf(error) });
    return;
  }

  if (vectors.length < texts.length) return;
  drop(id);
  tell({ kind: 'vectors', id, vectors });
}

function drop(id: number): void {
  requests = requests.filter((request) => request.id !== id);
}

function open({ model, onnx }: Extract<ToEmbedding, { kind: 'open' }>): void {
  engine = openTransformersEmbedding(model, onnx);
  // Loads the weights in advance, so that the first query does not wait for them.
  engine.embed(['hello'], 'query', signal).then(
    () => tell({ kind: 'opened', trouble: null }),
    (error: unknown) => tell({ kind: 'opened', trouble: detailOf(error) }),
  );
}

const detailOf = (error: unknown): string =>
  error instanceof Fault ? error.detail : String(error);

process.on('message', (message: ToEmbedding) => {
  if (message.kind === 'open') open(message);
  else if (message.kind === 'drop') drop(message.id);
  else {
    requests.push({ ...message, vectors: [] });
    void work();
  }
});
endWithWorker();
giveWay();
tell({ kind: 'ready' });
