/** Decides whether a correction can be accepted, given the results that are currently shown. */
import type { CreateCorrection, Results } from '@reelsight/contract';
import { identityOf } from '../analysis/name-key.ts';
import { Atoms } from './atoms.ts';
import { listOf, type Said } from './things.ts';

/**
 * The reason why a correction is refused, as a message that begins with the name of the field; null if it is accepted.
 */
export function refusalOf(
  results: Results,
  corrections: readonly Said[],
  request: Omit<Said, 'correction_id'>,
  durationSeconds: number | null,
): string | null {
  const things = listOf(results, request.target);
  if (!things)
    return `target: the results have no ${request.target}s; the job did not look for them.`;
  const atoms = new Atoms(things);
  for (const correction of corrections)
    if (correction.target === request.target) atoms.apply(correction);
  if (request.kind === 'add') return lengthRefusal(request, durationSeconds);
  return nameRefusal(atoms, request);
}

function lengthRefusal(
  { appearance_added: addedSpan }: Pick<CreateCorrection, 'appearance_added'>,
  durationSeconds: number | null,
): string | null {
  // A small tolerance, because durations are rounded differently in different parts of the service.
  if (!addedSpan || durationSeconds === null || addedSpan.end <= durationSeconds + 0.05)
    return null;
  return `appearance_added.end: the video ends at ${durationSeconds} s.`;
}

function nameRefusal(atoms: Atoms, request: Omit<Said, 'correction_id'>): string | null {
  const { kind, target, name, new_name: newName, appearance } = request;

  if (!atoms.has(request))
    return appearance
      ? `appearance: “${name}” has no appearance at ${appearance.timestamp} s.`
      : `name: the results have no ${target} “${name}”.`;

  if (newName == null) return null;
  if (newName.trim() === name.trim()) return 'new_name: that is already its name.';

  const isItself = identityOf(newName) === identityOf(name);
  if (kind === 'merge' && (isItself || !atoms.isShownBeside(request, newName)))
    return `new_name: the results have no other ${target} “${newName}”. Use rename for a new name.`;

  return null;
}
