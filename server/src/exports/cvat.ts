/** Writes CVAT for video 1.1, with a track for each appearance and a key frame for each detection. */
import {
  type ExportedJob,
  type ExportOptions,
  type Pieces,
  thingsOf,
  titleOf,
} from './exported.ts';
import { edgesOf, type FrameSize, frameSize, framesPerSecond } from './picture.ts';
import { xmlText } from './text.ts';
import { type Keyframe, type ThingTrack, tracksOf } from './tracks.ts';

export function* cvat(job: ExportedJob, options: ExportOptions): Pieces {
  const size = frameSize(job, options);
  const fps = framesPerSecond(job, options);
  const things = thingsOf(job, options.names);
  const frames = Math.max(1, Math.ceil((job.video_duration_seconds ?? lastSecond(job)) * fps));
  const labels = [...new Set(things.map(({ name }) => xmlText(name)))];
  yield head(job, { labels, frames, size });
  let id = 0;

  for (const thing of things) {
    for (const track of tracksOf(thing, { fps, frames })) {
      const boxes = boxesOf(track, { size, frames });
      if (boxes.length === 0) continue;

      yield `  <track id="${id}" label="${xmlText(thing.name)}" source="${track.corrected ? 'manual' : 'auto'}">\n`;
      yield* boxes;
      yield '  </track>\n';
      id += 1;
    }
  }

  yield '</annotations>\n';
}

function lastSecond({ results: { brands = [], objects = [] } }: ExportedJob): number {
  return [...brands, ...objects].reduce((latest, { last_seen }) => Math.max(latest, last_seen), 0);
}

interface Task {
  readonly labels: readonly string[];
  readonly frames: number;
  readonly size: FrameSize;
}

function head(job: ExportedJob, { labels, frames, size }: Task): string {
  const labelLines = labels.map(
    (label) => `        <label><name>${label}</name><attributes></attributes></label>\n`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<annotations>
  <version>1.1</version>
  <meta>
    <task>
      <name>${xmlText(titleOf(job))}</name>
      <size>${frames}</size>
      <mode>interpolation</mode>
      <overlap>0</overlap>
      <start_frame>0</start_frame>
      <stop_frame>${frames - 1}</stop_frame>
      <labels>
${labelLines.join('')}      </labels>
      <original_size><width>${size.width}</width><height>${size.height}</height></original_size>
    </task>
    <dumped>${job.completed_at ?? job.created_at}</dumped>
  </meta>
`;
}

/**
 * The boxes of a track's key frames, and one that marks the end of the appearance unless it lasts to the end of the
 * video.
 */
function boxesOf(
  { keyframes, endFrame }: ThingTrack,
  { size, frames }: Pick<Task, 'size' | 'frames'>,
): string[] {
  const boxes = keyframes.flatMap((keyframe) => boxOf(keyframe, size, 0));
  const last = keyframes.at(-1);
  if (!last || boxes.length === 0 || endFrame >= frames) return boxes;
  return [...boxes, ...boxOf({ ...last, frame: endFrame }, size, 1)];
}

function boxOf({ frame, box }: Keyframe, size: FrameSize, outside: 0 | 1): string[] {
  const edges = edgesOf(box, size);
  if (!edges) return [];
  const { left, top, right, bottom } = edges;
  const place = `xtl="${left}" ytl="${top}" xbr="${right}" ybr="${bottom}"`;
  return [
    `    <box frame="${frame}" ${place} outside="${outside}" occluded="0" keyframe="1" z_order="0"></box>\n`,
  ];
}
