/** The lexicon of brands for work on results that are there, outside of analyses. */
import type { Lexicon } from '../perception/brands/brand-lexicon.ts';
import { loadLexicon } from '../perception/brands/brand-names.ts';

/** Like analyses, such work reads the operator's file only once per process, when it is first needed. */
let lexicon: Promise<Lexicon> | undefined;
export function lexiconOf(operatorFile: string | null): Promise<Lexicon> {
  lexicon ??= loadLexicon({ operatorFile });
  lexicon.catch(() => {
    lexicon = undefined;
  });
  return lexicon;
}
