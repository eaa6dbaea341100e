/** The capabilities, and what each needs from a video: one table for prices, plan rules, stages and pages. Plain data. */
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
  /** Sampled frames; a capability that needs none works on sound or metadata alone. */
  readonly frames: boolean;
  /** A language engine. */
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

/** Whether any of the capabilities has this need. */
export const needs = (need: keyof CapabilityNeeds, capabilities: readonly Capability[]): boolean =>
  capabilities.some((capability) => capabilityNeeds[capability][need]);
