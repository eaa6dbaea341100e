/** Assigns the detections of a brand or object to its appearances. */
import { overlap } from '../analysis/boxes.ts';
import { appearancesOfThing, detectionsOf, type Thing } from './exported.ts';
import type { Box } from './picture.ts';
import { frameAt } from './timecode.ts';

export interface Keyframe {
  readonly frame: number;
  readonly box: Box;
}

export interface ThingTrack {
  /**
   * Key frames in ascending order: at least one, and at most one for each frame. The first is where the thing comes
   * into view.
   */
  readonly keyframes: readonly Keyframe[];
  /**
   * The first frame in which the thing is no longer seen; the number of frames of the video if it is seen to the end.
   */
  readonly endFrame: number;
  /** Whether a person changed the appearance. */
  readonly corrected: boolean;
}

/** Frame rate and number of frames of a video. */
export interface FrameCount {
  readonly fps: number;
  readonly frames: number;
}

/** The frame at a time; a time at the very end of the video belongs to the last frame. */
const frameOf = (seconds: number, { fps, frames }: FrameCount): number =>
  Math.min(frames - 1, frameAt(seconds, fps));

interface OpenTrack {
  readonly start: number;
  readonly end: number;
  readonly fallback: { readonly time: number; readonly box: Box } | null;
  readonly keyframes: Keyframe[];
  readonly corrected: boolean;
}

/** Tolerance for comparing times, which results round to the millisecond. */
const slackSeconds = 0.002;

/**
 * A track for each appearance that is seen, and one for each detection outside all of them. If appearances are
 * simultaneous, each detection goes to the appearance whose last box it overlaps most.
 */
export function tracksOf(thing: Thing, count: FrameCount): ThingTrack[] {
  const tracks = openTracks(thing);
  const strays: ThingTrack[] = [];
  const detections = [...detectionsOf(thing)].sort((a, b) => a.timestamp - b.timestamp);
  let open: OpenTrack[] = [];
  let next = 0;

  for (const { timestamp, bounding_box: box } of detections) {
    for (; (tracks[next]?.start ?? Number.POSITIVE_INFINITY) <= timestamp + slackSeconds; next += 1)
      open.push(tracks[next] as OpenTrack);

    open = open.filter(({ end }) => end + slackSeconds >= timestamp);
    const frame = frameOf(timestamp, count);
    const track = bestOf(open, frame, box);
    if (track) track.keyframes.push({ frame, box });
    else strays.push({ keyframes: [{ frame, box }], endFrame: frame + 1, corrected: false });
  }

  return [...tracks.flatMap((track) => closeTrack(track, count)), ...strays];
}

function openTracks(thing: Thing): OpenTrack[] {
  return appearancesOfThing(thing)
    .filter(({ source }) => source === 'visual')
    .map(({ start, end, one: appearance }) => {
      const box = appearance.bounding_box;
      const fallback = box ? { time: appearance.timestamp, box } : null;
      return { start, end, fallback, keyframes: [], corrected: appearance.corrected === true };
    })
    .sort((a, b) => a.start - b.start);
}

function bestOf(open: readonly OpenTrack[], frame: number, box: Box): OpenTrack | undefined {
  let best: OpenTrack | undefined;
  let bestOverlap = -1;

  for (const track of open) {
    const last = track.keyframes.at(-1);
    if (last && last.frame >= frame) continue;
    const trackBox = last?.box ?? track.fallback?.box;
    const shared = trackBox ? overlap(trackBox, box) : 0;
    if (shared > bestOverlap) [best, bestOverlap] = [track, shared];
  }

  return best;
}

/**
 * Turns an open track into a finished one. An appearance without detections of its own gets the box of its proof frame;
 * if that has no box either, the appearance gets no track. A track begins where the thing comes into view, which may be
 * between two analysed frames, with the box of its first detection.
 */
function closeTrack(
  { keyframes, fallback, start, end, corrected }: OpenTrack,
  count: FrameCount,
): ThingTrack[] {
  const trackKeyframes =
    keyframes.length === 0 && fallback
      ? [{ frame: frameOf(fallback.time, count), box: fallback.box }]
      : keyframes;
  const [first] = trackKeyframes;
  const last = trackKeyframes.at(-1);
  if (!first || !last) return [];

  const from = frameOf(start, count);
  const endFrame = Math.min(count.frames, Math.max(last.frame + 1, frameAt(end, count.fps)));

  return [
    {
      keyframes:
        from < first.frame ? [{ frame: from, box: first.box }, ...trackKeyframes] : trackKeyframes,
      endFrame,
      corrected,
    },
  ];
}
