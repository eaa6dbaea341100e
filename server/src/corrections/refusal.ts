/** Decides whether a correction can be accepted, given the results that are currently shown. */
import type { Results } from '@reelsight/contract';
import type { RequestedPart } from '@reelsight/contract/analysed-part';
import { identityOf } from '../analysis/name-key.ts';
import type { Atoms } from './atoms.ts';
import { CorrectedState } from './corrected-state.ts';
import { mostAddedSegments, type PaidSegments, type ShownSegment } from './paid-segments.ts';
import type { Said } from './things.ts';

/** The video of a job: its length, null if it is not known, and the part of it that was analysed. */
export interface AnalysedVideo {
  readonly durationSeconds: number | null;
  readonly part: RequestedPart;
}

/** Seconds by which a span may lie outside, because times are rounded differently in different parts of the service. */
const tolerance = 0.05;

export type Request = Omit<Said, 'correction_id'>;

/**
 * The reason why a correction is refused, as a message that begins with the name of the field; null if it is accepted.
 */
export function refusalOf(
  results: Results,
  corrections: readonly Said[],
  request: Request,
  video: AnalysedVideo,
): string | null {
  const state = stateAfter(results, corrections);
  const { target } = request;
  if (target === 'paid_segment') return segmentRefusal(state.paidSegments, request, video);
  if (target === 'possible_brand') return possibleRefusal(state, request);
  return thingRefusal(state.atomsOf(target), request, video);
}

function possibleRefusal(state: CorrectedState, { name }: Request): string | null {
  const open = state.possibleBrandsBeside([]) ?? [];
  const identity = identityOf(name);
  return open.some(({ text }) => identityOf(text) === identity)
    ? null
    : `name: the results have no possible brand “${name}” that nobody has decided on.`;
}

/** Who pays for the segment that a correction is about, as shown before it; undefined if that is unknown. */
export const payerBefore = (
  results: Results,
  corrections: readonly Said[],
  { segment }: Pick<Said, 'segment'>,
): string | undefined => stateAfter(results, corrections).paidSegments?.meant(segment)[0]?.brand;

function stateAfter(results: Results, corrections: readonly Said[]): CorrectedState {
  const state = new CorrectedState(results);
  for (const correction of corrections) state.apply(correction);
  return state;
}

function thingRefusal(
  atoms: Atoms | undefined,
  request: Request,
  video: AnalysedVideo,
): string | null {
  if (!atoms)
    return `target: the results have no ${request.target}s; the job did not look for them.`;
  return request.kind === 'add'
    ? spanRefusal('appearance_added', request.appearance_added, video)
    : nameRefusal(atoms, request);
}

function spanRefusal(
  field: 'appearance_added' | 'segment_new',
  span: { readonly start: number; readonly end: number } | undefined,
  { durationSeconds, part }: AnalysedVideo,
): string | null {
  if (!span) return null;
  if (durationSeconds !== null && span.end > durationSeconds + tolerance)
    return `${field}.end: the video ends at ${durationSeconds} s.`;
  if (span.start < (part.from ?? 0) - tolerance)
    return `${field}.start: the video was analysed from ${part.from} s on.`;
  if (part.to != null && span.end > part.to + tolerance)
    return `${field}.end: the video was analysed up to ${part.to} s.`;

  return null;
}

function nameRefusal(atoms: Atoms, request: Request): string | null {
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

function segmentRefusal(
  segments: PaidSegments | undefined,
  request: Request,
  video: AnalysedVideo,
): string | null {
  if (!segments)
    return 'target: the results have no paid segments; the job did not look for brands.';

  const { kind, segment, segment_new: newSpan, new_name: newName } = request;
  const meant = segments.meant(segment);
  if (segment && meant.length === 0) {
    const payer = segment.brand == null ? '' : ` of “${segment.brand}”`;
    return `segment: no paid segment${payer} begins at ${segment.start} s.`;
  }
  if (kind === 'add' && segments.added >= mostAddedSegments)
    return `target: people have added ${mostAddedSegments} paid segments to this job. Undo one, or move one of them.`;
  if ((kind === 'move' || kind === 'rename') && meant.length > 1)
    return `segment: ${meant.length} paid segments begin at ${segment?.start} s. Name the brand of the one that is meant.`;
  if (newName !== undefined && meant.every(({ brand }) => brand === newName))
    return 'new_name: that is already who pays.';

  return spanRefusal('segment_new', newSpan, video) ?? overlapRefusal(segments, request, meant);
}

/**
 * Two segments of one payer may not overlap, because the seconds that are paid for would count twice. What is only
 * confirmed or dismissed stays where it is.
 */
function overlapRefusal(
  segments: PaidSegments,
  { name, segment, segment_new: newSpan, new_name: newName }: Request,
  meant: readonly ShownSegment[],
): string | null {
  const added = newSpan && !segment ? [{ ...newSpan, ...(name !== '' && { brand: name }) }] : [];
  const changed = newSpan || newName !== undefined ? meant : [];
  const spans = [
    ...added,
    ...changed.map((meantSegment) => ({
      ...meantSegment,
      ...newSpan,
      ...(newName !== undefined && { brand: newName }),
    })),
  ];

  const overlapped = spans.map((span) => segments.beside(segment, span)).find((beside) => beside);
  if (!overlapped) return null;

  const { start, end, brand } = overlapped;
  const payer = brand === undefined ? '' : ` of “${brand}”`;
  const field = newSpan ? 'segment_new' : 'new_name';
  return `${field}: it overlaps the paid segment${payer} from ${start} to ${end} s. Correct or dismiss that one instead.`;
}
