/** Decides whether a correction can be accepted, given what is shown. */
import type { CreateCorrection, Results } from '@reelsight/contract';
import { identityOf } from '../analysis/name-key.ts';
import { Atoms } from './atoms.ts';
import { listOf, type Said } from './things.ts';

/** The reason against a correction, in words that begin with the field; null if there is none. */
export function refusalOf(
  results: Results,
  made: readonly Said[],
  asked: Omit<Said, 'correction_id'>,
  durationSeconds: number | null,
): string | null {
  const found = listOf(results, asked.target);
  if (!found) return `target: the results have no ${asked.target}s; the job did not look for them.`;
  const atoms = new Atoms(found);
  for (const one of made) if (one.target === asked.target) atoms.apply(one);
  if (asked.kind === 'add') return lengthRefusal(asked, durationSeconds);
  return nameRefusal(atoms, asked);
}

function lengthRefusal(
  { appearance_added: added }: Pick<CreateCorrection, 'appearance_added'>,
  durationSeconds: number | null,
): string | null {
  // Tolerance, because lengths are rounded differently in different places.
  if (!added || durationSeconds === null || added.end <= durationSeconds + 0.05) return null;
  return `appearance_added.end: the video ends at ${durationSeconds} s.`;
}

function nameRefusal(atoms: Atoms, asked: Omit<Said, 'correction_id'>): string | null {
  const { kind, target, name, new_name: newName, appearance } = asked;

  if (!atoms.has(asked))
    return appearance
      ? `appearance: “${name}” has no appearance at ${appearance.timestamp} s.`
      : `name: the results have no ${target} “${name}”.`;

  if (newName == null) return null;
  if (newName.trim() === name.trim()) return 'new_name: that is already its name.';

  const isItself = identityOf(newName) === identityOf(name);
  if (kind === 'merge' && (isItself || !atoms.isShownBeside(asked, newName)))
    return `new_name: the results have no other ${target} “${newName}”. Use rename for a new name.`;

  return null;
}
