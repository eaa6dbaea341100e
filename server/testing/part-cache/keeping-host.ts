/** An engine host for tests that do not test perception: it stores each part that it computes in the cache of parts. */
import { computePart } from '../../src/jobs/parts/compute-part.ts';
import { type DoPart, serveParts } from '../../src/jobs/parts/serve-parts.ts';
import { keepPart } from './kept-part.ts';
import { partKey } from './part-key.ts';

const doPart: DoPart = async (order, context) => {
  const answer = await computePart(order, context);
  const key = partKey(order);
  if (key !== null && answer.kind === 'done') keepPart(key, order, answer);
  return answer;
};

serveParts(doPart);
