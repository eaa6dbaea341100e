/** Transcribes part of the sound, cell by cell. */
import type { Ask } from '@reelsight/contract';
import { Fault } from '@reelsight/contract/errors';
import { primaryLanguage } from '@reelsight/contract/language-code';
import { keyOf } from '../../analysis/name-key.ts';
import type { CallContext, SoundFile } from '../../engines/engine.ts';
import type { HeardSpan, SpeechEngine, SpeechOptions, SpokenTerm } from '../../engines/speech.ts';
import { failureOf, type HearArtifact, type PartFailure } from '../artifacts.ts';
import { type Lexicon, spokenNames } from '../brands/brand-lexicon.ts';
import { libraryAliases, withLibrary } from '../brands/brand-library.ts';
import type { SoundCell } from '../cells.ts';
import type { WorkspaceLibrary } from '../part.ts';
import { spellerOf, withTerms } from './spelled-terms.ts';

/** Maximum number of names given to a recogniser: the more names it listens for, the worse it recognises each. */
const maxHints = 100;

/**
 * Options for the recogniser. If all brands count, it also listens for the lexicon's brands, but with less weight than
 * for requested names.
 */
export function hearingOptions(
  ask: Pick<Ask, 'language' | 'brands' | 'capabilities' | 'glossary_terms'>,
  library: Pick<WorkspaceLibrary, 'brands' | 'terms'>,
  lexicon: Lexicon,
): SpeechOptions {
  const { brands, capabilities } = ask;
  const terms = spokenTerms(ask.glossary_terms ?? [], library.terms ?? []);
  const options = {
    language: primaryLanguage(ask.language),
    hints: [...brands, ...libraryAliases(library.brands, brands)].slice(0, maxHints),
    ...(terms.length > 0 && { terms }),
  };
  if (brands.length > 0 || !capabilities.includes('brands')) return options;
  return { ...options, known: spokenNames(withLibrary(lexicon, library.brands, [])) };
}

/** The terms of the request before those of the glossary; a term of both has what the glossary says of its sound. */
function spokenTerms(
  requestedTerms: readonly string[],
  glossary: readonly SpokenTerm[],
): SpokenTerm[] {
  const soundsByKey = new Map(glossary.map(({ term, sounds }) => [keyOf(term), sounds]));
  const byKey = new Map<string, SpokenTerm>();

  for (const term of [...requestedTerms, ...glossary.map((entry) => entry.term)]) {
    const key = keyOf(term);
    if (!byKey.has(key)) byKey.set(key, { term, sounds: soundsByKey.get(key) ?? [] });
  }

  return [...byKey.values()];
}

/** Number of consecutive cells on which an engine may fail before the rest of the part is abandoned. */
const patience = 2;

/** Transcribes the cells. `sounds` holds one file per channel. Throws only the signal's reason. */
export async function hearCells(
  {
    cells,
    sounds,
  }: { readonly cells: readonly SoundCell[]; readonly sounds: readonly SoundFile[] },
  engine: SpeechEngine | null,
  { rank, ...options }: SpeechOptions & { readonly rank: Lexicon['rank'] },
  context: CallContext,
): Promise<HearArtifact> {
  if (!engine) return { spans: [], failure: failureOf(noEngine(), 'TRANSCRIPTION_FAILED') };

  const { terms = [] } = options;
  const bySound = engine.favoursTerms !== true;
  const speller = terms.length > 0 ? spellerOf(terms, { rank, bySound }) : null;
  const spans: HeardSpan[] = [];
  let failure: PartFailure | null = null;
  let inARow = 0;

  for (const [index, cell] of cells.entries()) {
    context.signal.throwIfAborted();

    const onProgress = (fraction: number) =>
      context.onProgress?.((index + fraction) / cells.length);
    try {
      const sound = sounds[cell.channel ?? 0];
      if (!sound) throw new Error(`no sound of channel ${cell.channel}`);
      const asHeard = await engine.hear(sound, cell, options, { ...context, onProgress });
      const span = speller ? withTerms(asHeard, speller) : asHeard;
      spans.push(cell.channel === undefined ? span : { ...span, channel: cell.channel });
      inARow = 0;
    } catch (error) {
      context.signal.throwIfAborted();
      failure ??= heardNot(error);
      context.log?.('transcription failed', {
        from: cell.start,
        detail: failureOf(error, 'TRANSCRIPTION_FAILED').detail,
      });
      if (++inARow >= patience) break;
    }
  }

  return { spans, failure };
}

/** The failure of a part. Messages of an engine's Fault are shown to users; internal errors are not. */
const heardNot = (error: unknown): PartFailure => {
  const text = 'The speech could not be transcribed.';
  const failure = failureOf(error, 'TRANSCRIPTION_FAILED');
  return error instanceof Fault ? failure : { ...failure, text };
};

const noEngine = () =>
  new Fault('TRANSCRIPTION_FAILED', 'no speech engine', {
    text: 'No speech engine runs on this machine: set REELSIGHT_AI_URL and REELSIGHT_AI_SPEECH_MODEL for a server that transcribes.',
  });
