/** Spans for the work of engines, below the current span. */
import type { EngineWork } from '../../engines/engine-work.ts';
import { currentSpan } from '../../tracing/scope.ts';

/** The calls of each engine become one span. */
export function addEngineSpans(work: readonly EngineWork[]): void {
  for (const { role, kind, name, calls, failed, seconds, startedMs, endedMs } of work) {
    const attributes = {
      'reelsight.engine': name,
      'reelsight.engine_kind': kind,
      'reelsight.calls': calls,
      'reelsight.failed_calls': failed,
      'reelsight.call_seconds': seconds,
    };
    const span = currentSpan()?.child(`engine ${role}`, { attributes, startedMs });
    if (failed > 0) span?.fail(`${failed} of ${calls} calls failed`);
    span?.end(endedMs);
  }
}
