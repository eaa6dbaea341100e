/**
 * Refines what words tell of paid segments by a language model, which reads windows of the transcript. Where there is
 * no model, and where it fails, what the words tell stays, and the outcome says so.
 */

import { Fault } from '@reelsight/contract';
import type { CallContext, EngineInfo } from '../../engines/engine.ts';
import {
  estimateTokens,
  type LanguageEngine,
  type MarkPaid,
  type TimedLine,
} from '../../engines/language.ts';
import type { PaidLimits } from '../../engines/registry.ts';
import { mapSome } from '../map-some.ts';
import { leaningOf } from './ad-signs.ts';
import { BrandNames } from './brand-names.ts';
import { type CheckedWindow, checkedWindow } from './checked-passages.ts';
import { type Clause, clausesOf } from './clauses.ts';
import { newControl } from './control.ts';
import { type Hint, type PaidMaterial, spokenCandidates } from './paid-segments.ts';
import { refinedHints } from './refined.ts';
import { type Window, windowsOf } from './windows.ts';

export interface RefinedCandidates {
  readonly candidates: readonly Hint[];
  /** The engines that told, for `results.meta.engines.paid`. */
  readonly engines: readonly EngineInfo[];
  /** True if a model was to read windows of the transcript and did not read all of them. */
  readonly degraded: boolean;
}

export interface Reader {
  readonly engine: Pick<LanguageEngine, 'info' | 'materialTokens' | 'markPaid'>;
  readonly limits: PaidLimits;
  /** True if the model must not be asked, although there is one. */
  readonly withoutModel: boolean;
}

/** The embedded method; its version changes with its signs. */
export const paidWords: EngineInfo = { name: 'paid-words', version: '1', kind: 'embedded' };

/** Number of windows that are read at the same time. */
const parallelWindows = 3;
/** After this many failures the model is not asked again, because each may take as long as a call can take. */
const mostFailures = 2;

/** Throws only the signal's reason and programming errors. */
export async function refinePaid(
  material: PaidMaterial,
  { engine, limits, withoutModel }: Reader,
  context: CallContext,
): Promise<RefinedCandidates> {
  const candidates = spokenCandidates(material);
  const { markPaid } = engine;
  const unrefined = { candidates, engines: [paidWords], degraded: false };
  if (markPaid === null || limits.calls === 0) return unrefined;

  const clauses = clausesOf(material.segments);
  const leanings = clauses.map(leaningOf);
  const controlTokens = tokensOf(newControl().lines);
  const windows = windowsOf(clauses, leanings, candidates, {
    mostWindows: limits.calls,
    mostTokens: Math.max(1, engine.materialTokens - controlTokens),
  });
  if (windows.length === 0) return unrefined;
  if (withoutModel) return { ...unrefined, degraded: true };

  const names = new BrandNames(material.brands);
  const read = await readWindows({ markPaid, limits, clauses, names }, windows, context);
  return {
    candidates: refinedHints({ clauses, leanings }, candidates, read, names),
    engines: read.length > 0 ? [paidWords, engine.info] : [paidWords],
    degraded: read.length < windows.length,
  };
}

const tokensOf = (lines: readonly TimedLine[]): number =>
  lines.reduce((sum, { text }) => sum + estimateTokens(text), 0);

interface Reading {
  readonly markPaid: MarkPaid;
  readonly limits: PaidLimits;
  readonly clauses: readonly Clause[];
  readonly names: BrandNames;
}

/** The windows that the model read and said something usable of. */
async function readWindows(
  { markPaid, limits, clauses, names }: Reading,
  windows: readonly Window[],
  context: CallContext,
): Promise<CheckedWindow[]> {
  const timeout = AbortSignal.timeout(limits.timeMs);
  const limited = { ...context, signal: AbortSignal.any([context.signal, timeout]) };
  let failures = 0;

  const checked = await mapSome(windows, parallelWindows, async (window) => {
    if (failures >= mostFailures || timeout.aborted) return null;
    try {
      return await readWindow({ markPaid, clauses, names }, window, limited);
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof Fault) && !timeout.aborted) throw error;
      failures += 1;
      const detail = timeout.aborted
        ? `no answer within ${limits.timeMs} ms for all windows`
        : (error as Fault).detail;
      context.log?.('language model failed on paid segments, those told by words stay', { detail });
      return null;
    }
  });

  return checked.filter((window) => window !== null);
}

/** Throws Fault ANALYSIS_FAILED if the model fails or overlooks the control. */
async function readWindow(
  { markPaid, clauses, names }: Pick<Reading, 'markPaid' | 'clauses' | 'names'>,
  window: Window,
  context: CallContext,
): Promise<CheckedWindow> {
  const control = newControl();
  const lines = clauses.slice(window.first, window.last + 1);
  const drafts = await markPaid([control.lines, lines], context);
  if (!drafts.some(control.isFoundBy))
    throw new Fault('ANALYSIS_FAILED', 'the model overlooked the advertisement of the control');

  const draftsInWindow = drafts
    .filter((draft) => !control.isFoundBy(draft))
    .map((draft) => ({
      ...draft,
      firstLine: draft.firstLine - control.lines.length,
      lastLine: draft.lastLine - control.lines.length,
    }));
  return checkedWindow(clauses, window, draftsInWindow, names);
}
