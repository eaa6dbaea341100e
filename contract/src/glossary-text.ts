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

/**
 * Names lines of the text in place of terms of the request, in what the service says of it:
 * `terms.4.sounds_like: must have at most 5 items.` becomes `Line 7, after “=”: must have at most 5 items.`
 */
export const withLineNumbers = (message: string, lines: readonly number[]): string =>
  message.replace(
    // A path stands at the beginning of a sentence, or behind “in”; other places are words of a term.
    /(^|\. |, in )terms\.(\d+)(?:\.term|(\.sounds_like)(?:\.\d+)?)?(?=[:.])/gu,
    (path, before: string, index: string, sounds?: string) => {
      const line = lines[Number(index)];
      if (line === undefined) return path;
      return `${before}${before === ', in ' ? 'line' : 'Line'} ${line}${sounds ? ', after “=”' : ''}`;
    },
  );
