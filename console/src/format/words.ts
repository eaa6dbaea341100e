/** Words for the API's capabilities and stages, the same on every page. */
import type { Capability, Stage } from '@reelsight/contract';

export const capabilityWords: Readonly<Record<Capability, string>> = {
  transcription: 'Transcription',
  summary: 'Summary',
  brands: 'Brands',
  objects: 'Objects',
  custom_query: 'Questions',
  metadata: 'Metadata',
};

export const stageWords: Readonly<Record<Stage, string>> = {
  ingestion: 'Ingestion',
  transcription: 'Transcription',
  analysis: 'Analysis',
  merging: 'Merging',
};

/** `Transcription, brands, metadata` */
export function capabilityList(capabilities: readonly Capability[]): string {
  const words = capabilities
    .map((capability) => capabilityWords[capability].toLowerCase())
    .join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
