/**
 * Reads shots in a separate thread, because the description of a video of several hours has megabytes, for which other
 * calls must not wait.
 */
import { parseArtifact } from '../artifacts/read-artifact.ts';
import { mediaPass } from '../media/media.ts';
import { answerOrders, type OrderContext } from '../threads/answer-orders.ts';

const shotsOfPass = mediaPass.pick({ shots: true, scenes: true });

const handlers = {
  /** Returns the shots of a description of media, as JSON `{shots: […]}`. Throws ArtifactDamaged. */
  shots: (media: Uint8Array, { transfer }: OrderContext): Uint8Array<ArrayBuffer> => {
    const text = new TextDecoder().decode(media);
    const { shots: storedShots, scenes } = parseArtifact(text, shotsOfPass, 'media.json');
    // Media stored by an earlier release has no `scenes`, but has `shots` with a kind, which is left out here.
    const shots = scenes ?? storedShots.map(({ start, end }) => ({ start, end }));
    const bytes = new TextEncoder().encode(JSON.stringify({ shots }));
    transfer(bytes.buffer);
    return bytes;
  },
};
export type ShotsThread = typeof handlers;

answerOrders(handlers, { inBackground: true });
