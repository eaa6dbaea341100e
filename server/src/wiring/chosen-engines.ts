/** Which of the known engines the next job uses. */
import type { EngineStatus } from '../engines/engine.ts';

const rank = { remote: 2, local: 1, embedded: 0 } as const;

/** For each kind, the next job uses the configured server, else a pulled model, else the embedded engine. */
export const chosenEngines = (engines: readonly EngineStatus[]): EngineStatus[] =>
  engines.filter(
    ({ role, info, available }) =>
      available &&
      !engines.some(
        (other) =>
          other.role === role && other.available && rank[other.info.kind] > rank[info.kind],
      ),
  );
