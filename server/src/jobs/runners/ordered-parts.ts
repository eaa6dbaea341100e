/** Checks the parts that the service orders, because their ids become folder names on the runner's machine. */
import { type PartOrdered, partOrdered, runnerHostsAtMost } from '@reelsight/contract';
import { z } from 'zod';
import type { PartKind } from '../../perception/part.ts';
import { ServiceAway } from './service-client.ts';

const id = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);
const kinds = ['hear', 'speakers', 'read', 'detect', 'join'] as const satisfies readonly PartKind[];
const kind = z.enum(kinds);
const earlierPart = z.looseObject({
  kind,
  number: z.int().min(0),
  first_cell: z.int(),
  last_cell: z.int(),
  state: z.string(),
});
const answer = z.looseObject({
  parts: z
    .array(partOrdered.extend({ task: id, job_id: id, kind, before: z.array(earlierPart) }))
    .max(runnerHostsAtMost),
});

/** Throws ServiceAway for an answer that is not a list of parts this program can do. */
export function orderedParts(reply: unknown): readonly PartOrdered[] {
  const parsed = answer.safeParse(reply);
  if (parsed.success) return parsed.data.parts;
  const [issue] = parsed.error.issues;
  throw new ServiceAway(`the service orders what is no part: ${issue?.path.join('.')}`);
}
