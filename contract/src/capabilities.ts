/** The capabilities and their needs: one table for prices, plan rules, stages and pages. Plain data. */
export const capabilities = [
  'transcription',
  'summary',
  'brands',
  'metadata',
  'custom_query',
  'objects',
] as const;
export type Capability = (typeof capabilities)[number];

export interface CapabilityNeeds {
  /** Spoken words. */
  readonly speech: boolean;
  /** Words on screen. */
  readonly text: boolean;
  /** Whether it needs sampled frames. A capability that does not works on sound or metadata alone. */
  readonly frames: boolean;
  /** Whether it needs a language engine. */
  readonly language: boolean;
}

const noNeeds: CapabilityNeeds = { speech: false, text: false, frames: false, language: false };

export const capabilityNeeds: Readonly<Record<Capability, CapabilityNeeds>> = {
  transcription: { ...noNeeds, speech: true },
  summary: { ...noNeeds, speech: true, language: true },
  brands: { ...noNeeds, speech: true, text: true, frames: true },
  metadata: noNeeds,
  custom_query: { speech: true, text: true, frames: true, language: true },
  objects: { ...noNeeds, frames: true },
};

/** Whether at least one of the capabilities has this need. */
export const needs = (need: keyof CapabilityNeeds, capabilities: readonly Capability[]): boolean =>
  capabilities.some((capability) => capabilityNeeds[capability][need]);
