/** Gets the vectors of texts from a server by `POST /v1/embeddings`. */
import { z } from 'zod';
import {
  checkVectors,
  type EmbeddedAs,
  type EmbeddingEngine,
  mostDimensions,
  unfit,
} from '../embedding.ts';
import { openRemote, type RemoteOptions } from './client.ts';

export interface RemoteEmbeddingOptions
  extends Pick<RemoteOptions, 'url' | 'apiKey' | 'timeoutMs' | 'maxRetries'> {
  readonly model: string;
  /** Text put before each text, as in the model's training data. */
  readonly prefixes: Readonly<Record<EmbeddedAs, string | null>>;
  /** Time limit of one attempt for a query, in milliseconds. */
  readonly queryTimeoutMs: number;
}

const answer = z.object({
  data: z.array(
    z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1).max(mostDimensions) }),
  ),
});

export function openRemoteEmbedding(options: RemoteEmbeddingOptions): EmbeddingEngine {
  const { model, prefixes, queryTimeoutMs, ...server } = options;
  const { query, passage } = prefixes;
  const name = [model, ...(query || passage ? [JSON.stringify([query, passage])] : [])].join(' ');

  return {
    info: { name: model, version: '', kind: 'remote' },
    model: name,
    embed: (texts, as, signal) => {
      // A client makes no further calls to a server that failed. This engine lives as long as the process, so it opens
      // a new client for each call.
      const remote = openRemote({
        ...server,
        ...(as === 'query' && { timeoutMs: queryTimeoutMs, maxRetries: 0 }),
        models: { language: null, vision: null, speech: null },
        maxTokensPerJob: 0,
      });
      const input = texts.map((text) => `${prefixes[as] ?? ''}${text}`);
      const context = { signal, meter: () => undefined };

      return remote.call('ANALYSIS_FAILED', context, async (api, limits) => {
        // By default the package `openai` requests base64, which some servers do not support.
        const body = { model, input, encoding_format: 'float' as const };
        return vectorsOf(await api.embeddings.create(body, limits), texts.length);
      });
    },
  };
}

function vectorsOf(reply: unknown, count: number): readonly Float32Array[] {
  const parsed = answer.safeParse(reply);
  if (!parsed.success) throw unfit('is no list of vectors');

  const ordered = parsed.data.data.toSorted((a, b) => a.index - b.index);
  if (!ordered.every(({ index }, position) => index === position))
    throw unfit('has not one vector for each text');

  return checkVectors(
    ordered.map(({ embedding }) => Float32Array.from(embedding)),
    count,
  );
}
