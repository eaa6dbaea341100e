/** Determines which of the known engines the next job uses. */
import type { EngineStatus } from '../../engines/engine.ts';

const rank = { remote: 2, local: 1, embedded: 0 } as const;

/**
 * Chooses one available engine per role: the configured server, else the first pulled model, else the embedded engine.
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
