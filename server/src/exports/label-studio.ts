/**
 * Writes Label Studio tasks: one per job, with a video region for each appearance and with boxes in percent of the
 * picture.
 */
import {
  type ExportedJob,
  type ExportOptions,
  type Pieces,
  type Thing,
  thingsOf,
  titleOf,
} from './exported.ts';
import { frameSize, framesPerSecond } from './picture.ts';
import { lineOf } from './text.ts';
import { type Keyframe, type ThingTrack, tracksOf } from './tracks.ts';

/** Writes what engines found as a prediction, or as an annotation once a person has corrected something. */
export function* labelStudio(job: ExportedJob, options: ExportOptions): Pieces {
  const things = thingsOf(job, options.names);
  const scale = scaleOf(job, options);
  const { origin, base } = options.links;
  const data = {
    video: `${origin}${base}/v1/jobs/${job.job_id}/media`,
    title: titleOf(job),
    job_id: job.job_id,
    frame_rate: scale.fps,
  };
  const isCorrected = things.some(({ corrected }) => corrected);

  yield `[{"data":${JSON.stringify(data)},`;
  yield isCorrected ? '"annotations":[{' : `"predictions":[{"model_version":"reelsight",`;
  yield '"result":[';
  let count = 0;

  for (const thing of things) {
    for (const track of tracksOf(thing, scale)) {
      count += 1;
      yield (count === 1 ? '' : ',') + JSON.stringify(regionOf(thing, track, count, scale));
    }
  }

  yield ']}]}]\n';
}

interface Scale {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Number of frames in the whole video. */
  readonly frames: number;
  readonly duration: number;
}

function scaleOf(job: ExportedJob, options: ExportOptions): Scale {
  const fps = framesPerSecond(job, options);
  const { brands = [], objects = [] } = job.results;
  const last = [...brands, ...objects].reduce(
    (latest, entry) => Math.max(latest, entry.last_seen),
    0,
  );
  const duration = job.video_duration_seconds ?? last;
  const frames = Math.max(1, Math.ceil(duration * fps));
  return { ...frameSize(job, options), fps, frames, duration };
}

function regionOf(thing: Thing, track: ThingTrack, id: number, scale: Scale) {
  const { keyframes, endFrame, corrected } = track;
  const last = keyframes.at(-1) as Keyframe;
  // Boxes between two keyframes are interpolated; the region ends at a disabled keyframe, or with the
  // video if there is none.
  const sequence = [
    ...keyframes.map((keyframe) => stepOf(keyframe, true, scale)),
    ...(endFrame < scale.frames ? [stepOf({ ...last, frame: endFrame }, false, scale)] : []),
  ];

  return {
    id: `${thing.kind}-${id}`,
    type: 'videorectangle',
    from_name: 'box',
    to_name: 'video',
    original_width: scale.width,
    original_height: scale.height,
    score: thing.confidence,
    value: {
      framesCount: scale.frames,
      duration: scale.duration,
      sequence,
      labels: [lineOf(thing.name)],
    },
    ...(corrected && { meta: { text: ['corrected'] } }),
  };
}

/** One step of a region's sequence. Label Studio counts frames from 1. */
function stepOf({ frame, box }: Keyframe, enabled: boolean, { fps }: Scale) {
  const left = within(box.x);
  const top = within(box.y);
  return {
    frame: frame + 1,
    time: rounded(frame / fps),
    enabled,
    rotation: 0,
    x: percent(left),
    y: percent(top),
    width: percent(within(box.x + box.width) - left),
    height: percent(within(box.y + box.height) - top),
  };
}

const within = (fraction: number): number => Math.min(1, Math.max(0, fraction));
const rounded = (value: number): number => Math.round(value * 1000) / 1000;
const percent = (fraction: number): number => rounded(fraction * 100);
