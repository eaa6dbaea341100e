/**
 * A glossary as text that people edit: a term a line, and after ` = ` how it sounds, separated by commas
 * (`Kubernetes = cooper netties, kuber netes`). Empty lines and lines that begin with `#` are skipped.
 */

export interface WrittenTerm {
  term: string;
  sounds_like?: string[];
}

/** Reads the terms; `lines[i]` is the number of the line, from 1, that has the term `terms[i]`. */
export function glossaryOfText(text: string): { terms: WrittenTerm[]; lines: number[] } {
  const terms: WrittenTerm[] = [];
  const lines: number[] = [];

  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [term = '', sounds = ''] = line.split(/\s=\s(.*)/u);
    const soundsLike = sounds
      .split(',')
      .map((sound) => sound.trim())
      .filter(Boolean);
    terms.push({ term: term.trim(), ...(soundsLike.length > 0 && { sounds_like: soundsLike }) });
    lines.push(index + 1);
  }

  return { terms, lines };
}

export const textOfGlossary = (
  terms: readonly { readonly term: string; readonly sounds_like?: readonly string[] | undefined }[],
): string =>
  terms
    .map(({ term, sounds_like: sounds = [] }) =>
      sounds.length > 0 ? `${term} = ${sounds.join(', ')}` : term,
    )
    .join('\n');
