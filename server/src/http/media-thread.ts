/**
 * Reads the descriptions of media in a separate thread, because that of a video of several hours has megabytes, for
 * which other calls must not wait.
 */
import { z } from 'zod';
import { ArtifactDamaged, checkArtifact, parseArtifact } from '../artifacts/read-artifact.ts';
import { mediaPass } from '../media/media.ts';
import { answerOrders, type OrderContext } from '../threads/answer-orders.ts';

const description = 'media.json';
const shotsOfPass = mediaPass.pick({ shots: true, scenes: true });
/**
 * Schemas for the lists of a media pass. A pass over hours of video has a hundred thousand frames, so only the chosen
 * frame is validated.
 */
const lists = z.object({ frames: z.array(z.unknown()), images: z.array(z.unknown()) });
const sample = mediaPass.shape.frames.element.pick({ timestamp: true, image: true });
const image = mediaPass.shape.images.element.pick({ offset: true, length: true });

interface NearestOrder {
  readonly media: Uint8Array;
  /** The stretch in which the frame must be, and the time to which it is nearest, in seconds. */
  readonly start: number;
  readonly end: number;
  readonly time: number;
}

/** A frame of the pack of sampled frames: its time in seconds, and its bytes in the pack. */
export interface SampledFrame {
  readonly timestamp: number;
  readonly offset: number;
  readonly length: number;
}

const handlers = {
  /** Returns the shots of a description of media, as JSON `{shots: […]}`. Throws ArtifactDamaged. */
  shots: (
    { media }: { readonly media: Uint8Array },
    { transfer }: OrderContext,
  ): Uint8Array<ArrayBuffer> => {
    const text = new TextDecoder().decode(media);
    const { shots: storedShots, scenes } = parseArtifact(text, shotsOfPass, description);
    // Media stored by an earlier release has no `scenes`, but has `shots` with a kind, which is left out here.
    const shots = scenes ?? storedShots.map(({ start, end }) => ({ start, end }));
    const bytes = new TextEncoder().encode(JSON.stringify({ shots }));
    transfer(bytes.buffer);
    return bytes;
  },

  /** Finds the sampled frame; null if there is none in the stretch. */
  nearest: (order: NearestOrder): SampledFrame | 'damaged' | null => {
    try {
      return nearestFrame(order);
    } catch (error) {
      if (error instanceof ArtifactDamaged) return 'damaged';
      throw error;
    }
  },
};
export type MediaThread = typeof handlers;

function nearestFrame({ media, start, end, time }: NearestOrder): SampledFrame | null {
  const { frames, images } = parseArtifact(new TextDecoder().decode(media), lists, description);
  let nearest: z.infer<typeof sample> | undefined;

  for (const frame of frames as (z.infer<typeof sample> | null)[]) {
    if (!frame || !(frame.timestamp >= start && frame.timestamp <= end)) continue;
    if (!nearest || Math.abs(frame.timestamp - time) < Math.abs(nearest.timestamp - time))
      nearest = frame;
  }

  if (!nearest) return null;
  const { timestamp, image: index } = checkArtifact(nearest, sample, description);
  return { timestamp, ...checkArtifact(images[index], image, description) };
}

answerOrders(handlers, { inBackground: true });
