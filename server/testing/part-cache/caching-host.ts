/** An engine host for tests that are not about perception: a part that was computed before is taken from the cache. */
import { computePart } from '../../src/jobs/compute-part.ts';
import { type DoPart, serveParts } from '../../src/jobs/serve-parts.ts';
import { type KeptPart, keepPart, readPart } from './part-cache.ts';
import { partKey } from './part-key.ts';

const doPart: DoPart = async (order, context) => {
  const key = partKey(order);
  if (key === null) return computePart(order, context);

  const kept = readPart(key);
  if (kept) return asIfComputed(kept);

  const answer = await computePart(order, context);
  // An engine that failed may work the next time.
  if (answer.kind === 'done' && !hasFailure(answer)) keepPart(key, answer);
  return answer;
};

/** The engines' calls are told as they were, at the time of now. */
function asIfComputed(kept: KeptPart): KeptPart {
  const now = Date.now();
  const work = kept.work.map((calls) => ({ ...calls, startedMs: now, endedMs: now }));
  return { ...kept, work, memory: process.memoryUsage.rss() };
}

function hasFailure({ outcome }: KeptPart): boolean {
  const artifact = outcome.artifact as { readonly failure?: unknown } | null;
  return Boolean(artifact?.failure);
}

serveParts(doPart);
