/** The data that the steps of the join share. */
import type { CallContext } from '../../engines/engine.ts';
import type { Engines } from '../../engines/registry.ts';
import type { MediaPass } from '../../media/media.ts';
import type { StripReader } from '../edges/find-edges.ts';
import type { JoinOrder } from '../part.ts';
import type { Resources } from '../resources.ts';
import type { Transcript } from '../speech/transcript.ts';
import type { Health } from './health.ts';
import type { LoadedArtifacts } from './load-artifacts.ts';

export interface JoinContext {
  readonly order: JoinOrder;
  readonly pass: MediaPass;
  readonly resources: Resources;
  /** Opened once per job, because the token budget of a remote client applies to the whole order. */
  readonly engines: Engines;
  /** Null if there are no pictures. */
  readonly strips: StripReader | null;
  readonly artifacts: LoadedArtifacts;
  readonly transcript: Transcript;
  readonly health: Health;
  readonly call: CallContext;
}
