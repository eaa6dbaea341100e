/** What the operator's pages ask of code that http may not import; the wiring answers. */
import type { DiskUse, OperatorOverview } from '@reelsight/contract';

export interface OperatorView {
  readonly overview: () => Promise<OperatorOverview>;
  /** The latest measurement; starts one if that is old, and with `again` nearly always. */
  readonly diskUse: (again: boolean) => DiskUse;
  /** Starts to pull a model in the background, unless it is being pulled already. Throws Fault NOT_FOUND. */
  readonly pullModel: (id: string) => void;
}
