/** The glossary of a workspace: names and jargon that the recogniser of speech favours. */
import { type ApiPromise, dataOf } from './api-promise.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import type { Glossary, PutGlossary } from './schema.gen.ts';

export type NewGlossary = Loose<PutGlossary>;

export interface GlossaryCalls {
  get(options?: CallOptions): ApiPromise<Glossary>;
  /**
   * Replaces all terms, for jobs that are created afterwards. With a `revision`, throws GLOSSARY_CHANGED if another one
   * stands.
   */
  replace(glossary: NewGlossary, options?: CallOptions): ApiPromise<Glossary>;
}

export function glossaryOf({ call }: Connection): GlossaryCalls {
  return {
    get: (options = {}) => dataOf(call('readGlossary', options)),
    replace: (glossary, options = {}) =>
      dataOf(call('replaceGlossary', { ...options, body: glossary as PutGlossary })),
  };
}
