/**
 * States the identity of Moonshine and whether it can run on this machine. Separate from the engine, because the
 * engine's vocabulary takes a while to load.
 */
import type { EngineInfo, EngineStatus } from '../engine.ts';
import { sherpaMissing } from '../sherpa/addon.ts';

export const moonshineInfo: EngineInfo = {
  name: 'moonshine',
  version: 'tiny-en',
  kind: 'embedded',
};

export function moonshineStatus(): EngineStatus {
  const needs = sherpaMissing();
  return {
    role: 'speech',
    info: moonshineInfo,
    available: needs === null,
    ...(needs !== null && { needs }),
  };
}
