/** What the operator's pages ask of code that http may not import; the wiring answers. */
import type { OperatorOverview } from '@reelsight/contract';

export interface OperatorView {
  readonly overview: () => Promise<OperatorOverview>;
  /** Begins to pull a model in the background; one that is being pulled goes on. Throws Fault NOT_FOUND. */
  readonly pullModel: (id: string) => void;
}
