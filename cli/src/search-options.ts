/** The options of `reelsight search`, by words and by sight. */
import type { PageOptions } from './output.ts';

export interface SearchOptions extends PageOptions {
  readonly like?: string;
  readonly shows?: string;
  readonly kind?: readonly string[];
  readonly brand?: string;
  readonly object?: string;
  readonly speaker?: number;
  readonly speakerName?: string;
  readonly job?: string;
  readonly batch?: string;
  readonly since?: string;
  readonly until?: string;
}
