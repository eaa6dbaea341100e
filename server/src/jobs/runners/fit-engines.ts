/**
 * Decides which kinds of parts a runner may do. It may not do those for which the service itself has a better kind of
 * engine: a worse engine could degrade a job's results, or fail the job if the runner has no vision model.
 */
import { Fault } from '@reelsight/contract';
import type { RunnerEngine } from '../../db/workspaces/runners.ts';
import type { EngineKind, EngineRole } from '../../engines/engine.ts';
import type { PartQueue } from '../../queue/queue.ts';

export interface OwnEngine {
  readonly role: EngineRole;
  readonly info: { readonly name: string; readonly kind: EngineKind };
}

const rank: Readonly<Record<EngineKind, number>> = { embedded: 0, local: 1, remote: 2 };

/** The engines that each queue uses. A join needs the vision model only to know whether surfaces were looked for. */
const rolesOf: Readonly<Record<PartQueue, readonly EngineRole[]>> = {
  hear: ['speech', 'diarization'],
  see: ['text', 'objects', 'logos', 'vision'],
  join: ['language', 'vision'],
};

const kinds = { embedded: 'an embedded engine', local: 'a local model', remote: 'a model server' };

/**
 * Returns which of the wanted queues the runner may serve, and why it may not serve the others. Throws Fault
 * RUNNER_ENGINES if it may serve none.
 */
export function servesBy(
  queues: readonly PartQueue[],
  engines: readonly RunnerEngine[],
  ownEngines: readonly OwnEngine[],
): { readonly serves: PartQueue[]; readonly advice: string | null } {
  const better = (queue: PartQueue): OwnEngine | undefined =>
    ownEngines.find(({ role, info }) => {
      const theirs = engines.find((engine) => engine.role === role);
      return rolesOf[queue].includes(role) && rank[info.kind] > rank[theirs?.kind ?? 'embedded'];
    });
  const serves = queues.filter((queue) => !better(queue));
  const reasons = queues.flatMap((queue) => {
    const betterEngine = better(queue);
    return betterEngine
      ? [
          `not \`${queue}\` (for ${betterEngine.role}: ${betterEngine.info.name}, ${kinds[betterEngine.info.kind]})`,
        ]
      : [];
  });
  if (reasons.length === 0) return { serves, advice: null };

  const advice = `The service has better engines than the runner, which therefore does ${reasons.join(', ')}. Pull the same models or set the same model server where the runner runs.`;
  if (serves.length === 0) throw new Fault('RUNNER_ENGINES', advice, { text: advice });

  return { serves, advice };
}
