/** Makes the storyboard of a job, if it gets one. */
import { join } from 'node:path';
import type { Storyboard } from '@reelsight/contract';
import type { CallContext } from '../../engines/engine.ts';
import type { Frames } from '../../media/frames.ts';
import type { MediaPass } from '../../media/media.ts';
import { buildStoryboard } from '../../media/storyboard.ts';
import type { JoinOrder } from '../part.ts';

export interface Board {
  readonly storyboard: Storyboard | null;
  readonly unavailable: boolean;
}

/** Only jobs that look for brands or objects and return proof get a storyboard, and only if the video has pictures. */
export async function storyboardOf(
  { ask, jobId, outDir, storyboardTiles }: JoinOrder,
  pass: MediaPass,
  frames: Pick<Frames, 'jpeg'> | null,
  { signal, log }: CallContext,
): Promise<Board> {
  const wantsStoryboard =
    ask.return_proof &&
    ask.capabilities.some((capability) => capability === 'brands' || capability === 'objects');
  if (!wantsStoryboard) return { storyboard: null, unavailable: false };
  if (!frames || pass.frames.length === 0) return { storyboard: null, unavailable: true };

  try {
    const { sheetFiles, ...board } = await buildStoryboard({
      frames,
      pass,
      signal,
      maxTiles: storyboardTiles,
      outDir: join(outDir, 'frames'),
    });
    const sheets = sheetFiles.map((file) => `/v1/frames/${jobId}/${file}`);
    return {
      storyboard: { ...board, timestamps_ms: [...board.timestamps_ms], sheets },
      unavailable: false,
    };
  } catch (error) {
    signal.throwIfAborted();
    log?.('storyboard failed', { detail: String(error) });
    return { storyboard: null, unavailable: true };
  }
}
