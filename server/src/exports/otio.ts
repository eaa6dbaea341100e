/** Writes OpenTimelineIO: the whole video as one clip, with a marker for each appearance and paid segment. */
import {
  type ExportedJob,
  type ExportOptions,
  type Moment,
  momentsOf,
  type Pieces,
  titleOf,
} from './exported.ts';
import { timecodeRate } from './picture.ts';
import { lineOf } from './text.ts';
import { type FrameRate, frameAt } from './timecode.ts';

const colours = { visual: 'CYAN', audio: 'MAGENTA', paid: 'YELLOW' } as const;

const timeOf = (value: number, { fps }: FrameRate) => ({
  OTIO_SCHEMA: 'RationalTime.1',
  rate: fps,
  value,
});

const rangeOf = (from: number, frames: number, rate: FrameRate) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  duration: timeOf(frames, rate),
  start_time: timeOf(from, rate),
});

export function* otio(job: ExportedJob, options: ExportOptions): Pieces {
  const rate = timecodeRate(job, options);
  const moments = momentsOf(job, options.names);
  const reach = moments.reduce((latest, { end }) => Math.max(latest, end), 0);
  const seconds = Math.max(job.video_duration_seconds ?? 0, reach);
  const frames = Math.max(1, frameAt(seconds, rate.fps));
  const range = rangeOf(0, frames, rate);
  // The text is split at a placeholder that the markers replace. Text from outside cannot contain the placeholder,
  // because quotes in it are escaped.
  const [head = '', tail = ''] = JSON.stringify(timeline(job, range, rate)).split(
    '"markers":[null]',
  );
  yield `${head}"markers":[`;

  for (const [index, moment] of moments.entries())
    yield (index === 0 ? '' : ',') + JSON.stringify(markerOf(moment, frames, rate));

  yield `]${tail}\n`;
}

type Range = ReturnType<typeof rangeOf>;

const item = (name: string) => ({
  metadata: {},
  name,
  effects: [],
  markers: [],
  enabled: true,
  source_range: null,
});

function timeline(job: ExportedJob, range: Range, rate: FrameRate) {
  const name = titleOf(job);
  const clip = {
    OTIO_SCHEMA: 'Clip.2',
    ...item(name),
    markers: [null],
    source_range: range,
    media_references: { DEFAULT_MEDIA: missingReference(name, range) },
    active_media_reference_key: 'DEFAULT_MEDIA',
  };
  const track = { OTIO_SCHEMA: 'Track.1', ...item('V1'), children: [clip], kind: 'Video' };

  return {
    OTIO_SCHEMA: 'Timeline.1',
    metadata: { reelsight: { job_id: job.job_id, ...(job.url !== null && { url: job.url }) } },
    name,
    global_start_time: timeOf(0, rate),
    tracks: { OTIO_SCHEMA: 'Stack.1', ...item('tracks'), children: [track] },
  };
}

/** Refers to the video's file by its name, by which an editor finds the file. */
const missingReference = (name: string, range: Range) => ({
  OTIO_SCHEMA: 'MissingReference.1',
  metadata: {},
  name,
  available_range: range,
  available_image_bounds: null,
});

/** A marker that lies inside the clip and is at least one frame long. */
function markerOf(
  { kind, name, source, start, end, confidence, comment, corrected }: Moment,
  frames: number,
  rate: FrameRate,
) {
  const from = Math.min(frameAt(start, rate.fps), frames - 1);
  const to = Math.min(frames, Math.max(from + 1, frameAt(end, rate.fps)));
  return {
    OTIO_SCHEMA: 'Marker.2',
    metadata: {
      reelsight: {
        kind,
        source,
        ...(confidence !== undefined && { confidence }),
        ...(corrected && { corrected }),
      },
    },
    name: lineOf(name),
    color: colours[source],
    marked_range: rangeOf(from, to - from, rate),
    comment: lineOf(comment),
  };
}
