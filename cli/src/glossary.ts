/** `reelsight glossary …` */
import { readFile } from 'node:fs/promises';
import { glossaryOfText, textOfGlossary, withLineNumbers } from '@reelsight/contract/glossary-text';
import { keyOf } from '@reelsight/contract/name-identity';
import { ApiError, type Client, type Glossary, type NewGlossary } from '@reelsight/sdk';
import { RefusedError, readFault, UsageError } from './exit-code.ts';
import { print, type ReadOptions } from './output.ts';
import { type Environment, openSession } from './session.ts';
import { plural } from './words.ts';

export async function showGlossary(
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const glossary = await client.glossary.get({ signal: environment.signal });
  const text =
    glossary.terms.length > 0
      ? textOfGlossary(glossary.terms).split('\n')
      : ['The glossary is empty: see reelsight glossary add.'];
  return print(environment, options, { json: glossary, text });
}

export interface AddTermOptions extends ReadOptions {
  readonly soundsLike?: readonly string[];
}

/** Adds a term at the end, or replaces how it sounds. */
export async function addTerm(
  term: string,
  options: AddTermOptions,
  environment: Environment,
): Promise<number> {
  const { soundsLike = [] } = options;
  const entry = { term, ...(soundsLike.length > 0 && { sounds_like: [...soundsLike] }) };
  return change(options, environment, (terms) => {
    const isSame = (listed: NewGlossary['terms'][number]) => keyOf(listed.term) === keyOf(term);
    return terms.some(isSame)
      ? terms.map((listed) => (isSame(listed) ? entry : listed))
      : [...terms, entry];
  });
}

/** Throws RefusedError if the glossary has no such term. */
export async function removeTerm(
  term: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  return change(options, environment, (terms) => {
    const keptTerms = terms.filter((entry) => keyOf(entry.term) !== keyOf(term));
    if (keptTerms.length === terms.length)
      throw new RefusedError(`NOT_FOUND: the glossary has no term ${term}.`);
    return keptTerms;
  });
}

/** Replaces the glossary by the terms of a text file. */
export async function setGlossary(
  path: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(readFault(path, error));
  });
  const { terms, lines } = glossaryOfText(text);
  if (terms.length === 0 && text.trim() !== '') throw new UsageError(`${path} has no terms.`);

  try {
    return await change(options, environment, () => terms);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VALIDATION_FAILED') throw error;
    throw new RefusedError(`${error.code}: ${path}: ${withLineNumbers(error.message, lines)}`);
  }
}

type Terms = NewGlossary['terms'];

/** Changes the terms that stand; if somebody else changed them meanwhile, the service refuses. */
async function change(
  options: ReadOptions,
  environment: Environment,
  changed: (terms: Terms) => Terms,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const glossary = await replaced(client, changed, environment.signal);
  return print(environment, options, {
    json: glossary,
    text: [`The glossary has ${plural(glossary.terms.length, 'term')}.`],
  });
}

async function replaced(
  client: Client,
  changed: (terms: Terms) => Terms,
  signal: AbortSignal,
): Promise<Glossary> {
  const { terms, revision } = await client.glossary.get({ signal });
  return client.glossary.replace({ terms: changed(terms), revision }, { signal });
}
