/** Options for the service's side of runners, and the ids of runners' processes. */
import { Fault } from '@reelsight/contract';
import type { RunnerHolder } from '../../db/workspaces/runners.ts';
import type { Domain } from '../../domain/domain.ts';
import { partProtocol } from '../../perception/part.ts';
import type { Storage } from '../../storage/storage.ts';
import type { PartTerms } from '../parts/held-part.ts';
import type { OwnEngine } from './fit-engines.ts';

export interface DeskOptions {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly terms: PartTerms;
  /** The engines that the service itself uses, one for each kind of work. */
  readonly engines: readonly OwnEngine[];
  /** Maximum tokens of a language model that a job may use. */
  readonly tokensPerJob: number;
  /** Version of the service. */
  readonly version: string;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
}

/** The worker id of one process of a runner. No process of another runner can have the same id. */
export const workerIdOf = (runner: RunnerHolder, instance: string): string =>
  `${runner.id}.${instance}`;

export const isOfRunner = (runner: RunnerHolder, workerId: string | null): boolean =>
  workerId?.startsWith(`${runner.id}.`) === true;

/** Throws Fault RUNNER_VERSION if the runner uses another version of the protocol. */
export function checkProtocol(
  { version }: DeskOptions,
  runner: { readonly protocol: number; readonly version: string },
): void {
  if (runner.protocol === partProtocol) return;
  throw new Fault('RUNNER_VERSION', `protocol ${runner.protocol}, not ${partProtocol}`, {
    text: `The runner is version ${runner.version} (protocol ${runner.protocol}), the service version ${version} (protocol ${partProtocol}). Install version ${version} of Reelsight where the runner runs.`,
  });
}

export const revoked = (): Fault =>
  new Fault('INVALID_API_KEY', 'runner', {
    text: 'The token of the runner is unknown or was revoked.',
  });
