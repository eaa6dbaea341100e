/** Checks whether a job can deliver any of its results if the picture or the sound of its file cannot be read. */
import { type Ask, type Capability, Fault } from '@reelsight/contract';
import type { MediaPass } from '../../media/media.ts';

type Stream = 'picture' | 'sound';

/** The streams that each capability uses; one of several is enough. Metadata needs no stream. */
const sources: Readonly<Record<Capability, readonly Stream[]>> = {
  transcription: ['sound'],
  summary: ['sound'],
  objects: ['picture'],
  brands: ['picture', 'sound'],
  custom_query: ['picture', 'sound'],
  metadata: [],
};

/** Throws Fault EXTRACTION_FAILED if everything requested depends on a picture or sound that cannot be read. */
export function checkReadable({ capabilities }: Pick<Ask, 'capabilities'>, pass: MediaPass): void {
  const { unreadable = {} } = pass;
  const isLost = (capability: Capability): boolean => {
    const streams = sources[capability];
    return streams.length > 0 && streams.every((stream) => unreadable[stream] !== undefined);
  };
  if (!capabilities.every(isLost)) return;

  const neededStreams = capabilities.flatMap((capability) => sources[capability]);
  const text = neededStreams
    .map((stream) => unreadable[stream])
    .find((reason) => reason !== undefined);

  throw new Fault('EXTRACTION_FAILED', 'all that is asked for is unreadable', {
    ...(text !== undefined && { text }),
  });
}
