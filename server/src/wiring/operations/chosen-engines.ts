/** Determines which of the available engines the next job will use. */
import type { EngineStatus } from '../../engines/engine.ts';

const rank = { remote: 2, local: 1, embedded: 0 } as const;

/**
 * Chooses one available engine per role: the configured server, otherwise the first downloaded model, otherwise the
 * embedded engine.
 */
export function chosenEngines(engines: readonly EngineStatus[]): EngineStatus[] {
  const chosen = new Map<EngineStatus['role'], EngineStatus>();
  for (const engine of engines) {
    const current = chosen.get(engine.role);
    const isBetter = !current || rank[engine.info.kind] > rank[current.info.kind];
    if (engine.available && isBetter) chosen.set(engine.role, engine);
  }
  return [...chosen.values()];
}
