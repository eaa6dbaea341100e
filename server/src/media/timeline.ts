/**
 * Builds one continuous clock for a file whose own clock restarts or jumps: recordings joined end to end, receivers
 * that lost their signal, counters that wrap. Players simply continue at such positions, and so does the continuous
 * clock.
 */
import { AV_PKT_FLAG_DISCARD } from 'node-av/constants';
import type { Packet } from 'node-av/lib';
import { seconds, type TimeBase } from './timestamps.ts';

/** A stretch of a file that has a clock of its own. */
export interface Recording {
  /** Byte position in the file at which the recording's first packet begins; -1 if the container does not state it. */
  readonly position: number;
  /** Time at which the recording begins on the continuous clock, in seconds. */
  readonly startSeconds: number;
  /** Offset that converts the recording's timestamps to those of the continuous clock. */
  readonly shiftSeconds: number;
}

export interface TimelineOptions {
  /**
   * Whether a gap in which no stream has packets counts as a jump of the clock, which the continuous clock leaves out.
   * In containers that state how long a picture is shown, such a gap is a still picture instead.
   */
  readonly skipsHoles: boolean;
  /** The recordings of the file in order, if an earlier pass found them. */
  readonly known?: readonly Recording[];
}

/** Decoding times of a stream only increase; a step back by more than this means that a new clock has started. */
const restartSeconds = 0.5;
/**
 * Presentation times step back when pictures are reordered. How far depends on the frame rate, so only a step back by
 * more than this counts as a new clock.
 */
const restartOfPresentationSeconds = 10;
/**
 * A step forward by more than this counts as a jump of the clock. FFmpeg's own program uses the same threshold
 * (`-dts_delta_threshold`).
 */
const holeSeconds = 10;
/**
 * In seconds: how far apart the streams of one recording may begin, and how long after the beginning of the next
 * recording the last packets of a stream may still come.
 */
const interleavingSeconds = 2;

/** How far one stream has been read. Times are on the file's own clock, unless stated otherwise. */
interface StreamClock {
  recording: number;
  lastSeconds: number;
  /** Time at which the last packet ends, on the continuous clock. */
  endSeconds: number;
  /** Number of packets since the last one that had a timestamp, and the usual distance between packets. */
  untimed: number;
  spacingSeconds: number;
  /** Where the stream was before it entered this recording, in case a single damaged timestamp made it enter. */
  previous: { readonly recording: number; readonly lastSeconds: number } | null;
  /** Presentation time of the first packet that is not shown after the last shown packet. */
  passedOverFrom: number | null;
}

export class Timeline {
  readonly recordings: Recording[];
  readonly #skipsHoles: boolean;
  readonly #streams = new Map<number, StreamClock>();
  /** Latest time read so far in each recording, on the recording's own clock. */
  readonly #latestSeconds: number[] = [];
  #newest = 0;

  constructor({ skipsHoles, known: knownRecordings = [] }: TimelineOptions) {
    this.#skipsHoles = skipsHoles;
    this.recordings = knownRecordings.length > 0 ? [...knownRecordings] : [firstRecording];
  }

  /** Time at which the last packet that was read ends, on the continuous clock. */
  get endSeconds(): number {
    return Math.max(0, ...[...this.#streams.values()].map(streamEnd));
  }

  /** Index of the recording that the last packet of a stream belongs to. */
  recordingOf(streamIndex: number): number {
    return this.#streams.get(streamIndex)?.recording ?? this.#newest;
  }

  /** Tells the timeline that reading continues inside a recording, after a seek. */
  enter(recording: number): void {
    this.#streams.clear();
    this.#latestSeconds.length = 0;
    this.#newest = recording;
  }

  /** Moves the timestamps of a packet to the continuous clock. Packets must be passed in the order of the file. */
  place(packet: Packet, timeBase: TimeBase): void {
    const decodingSeconds = seconds(packet.dts, timeBase);
    const time = decodingSeconds ?? seconds(packet.pts, timeBase);
    if (time === null) {
      const stream = this.#streams.get(packet.streamIndex);
      if (stream) stream.untimed += 1;
      return;
    }

    // A packet with this flag precedes the part of the video that an edit list shows: it is needed for decoding but is
    // not shown itself.
    if ((packet.flags & AV_PKT_FLAG_DISCARD) !== 0) {
      const recording = this.recordings[this.recordingOf(packet.streamIndex)];
      const stream = this.#streams.get(packet.streamIndex);
      if (stream) stream.passedOverFrom ??= seconds(packet.pts, timeBase) ?? time;
      shiftTimes(packet, recording?.shiftSeconds ?? 0, timeBase);
      return;
    }

    const patience = decodingSeconds === null ? restartOfPresentationSeconds : restartSeconds;
    const stream = this.#streamAt(packet, time, patience, timeBase);
    const { shiftSeconds } = this.recordings[stream.recording] ?? firstRecording;
    const stated = seconds(packet.pts, timeBase);

    shiftTimes(packet, shiftSeconds, timeBase);

    const presented = (stated ?? time) + shiftSeconds;
    const duration = seconds(packet.duration, timeBase) ?? 0;

    if (stream.untimed > 0) {
      stream.spacingSeconds = (time - stream.lastSeconds) / (stream.untimed + 1);
    }

    const length = Math.max(duration, stream.spacingSeconds);
    stream.endSeconds = Math.max(stream.endSeconds, presented + length);
    stream.untimed = 0;
    stream.lastSeconds = time;
    stream.passedOverFrom = null;
    this.#latestSeconds[stream.recording] = Math.max(this.#latest(stream.recording), time);
  }

  #latest(recording: number): number {
    return this.#latestSeconds[recording] ?? Number.NEGATIVE_INFINITY;
  }

  #streamAt(packet: Packet, time: number, patience: number, timeBase: TimeBase): StreamClock {
    const stream = this.#streams.get(packet.streamIndex);
    if (!stream) {
      const recording = this.#fitsNewest(time) ? this.#newest : this.#begin(packet, time, timeBase);
      const created = {
        recording,
        lastSeconds: time,
        endSeconds: Number.NEGATIVE_INFINITY,
        untimed: 0,
        spacingSeconds: 0,
        previous: null,
        passedOverFrom: null,
      };
      this.#streams.set(packet.streamIndex, created);

      return created;
    }

    const { previous, recording, lastSeconds } = stream;
    stream.previous = null;

    if (previous && isNext(previous.lastSeconds, time) && !isNext(lastSeconds, time)) {
      stream.recording = previous.recording;
      stream.lastSeconds = time;
      return stream;
    }

    const goesOn = time >= lastSeconds - patience && !this.#isPastHole(stream, time);
    if (goesOn) return stream;

    const isBehind = recording < this.#newest && this.#fitsNewest(time);
    stream.recording = isBehind ? this.#newest : this.#begin(packet, time, timeBase);
    stream.lastSeconds = time;
    stream.untimed = 0;
    stream.previous = { recording, lastSeconds };

    return stream;
  }

  #isPastHole({ recording, lastSeconds }: StreamClock, time: number): boolean {
    // The last packets of a stream in one recording may come after the first packets of the next recording.
    if (recording < this.#newest) return time > lastSeconds + interleavingSeconds;
    return this.#skipsHoles && time > this.#latest(recording) + holeSeconds;
  }

  /** Whether a packet with this time fits into the newest recording. */
  #fitsNewest(time: number): boolean {
    const latest = this.#latest(this.#newest);
    if (latest === Number.NEGATIVE_INFINITY) return true;
    return Math.abs(time - latest) <= holeSeconds || !this.#skipsHoles;
  }

  /** Starts the next recording at the end of everything read so far. Returns its index. */
  #begin(packet: Packet, time: number, timeBase: TimeBase): number {
    this.#newest += 1;

    if (!this.recordings[this.#newest]) {
      const startSeconds = this.endSeconds;
      // The first packets of a recording may not be shown, but the recording still begins with them.
      const passedOver = this.#streams.get(packet.streamIndex)?.passedOverFrom;
      const first = seconds(packet.pts, timeBase) ?? time;
      const presented = Math.min(first, passedOver ?? first);
      const shiftSeconds = startSeconds - presented;
      this.recordings.push({ position: Number(packet.pos), startSeconds, shiftSeconds });
    }

    return this.#newest;
  }
}

function shiftTimes(packet: Packet, shiftSeconds: number, timeBase: TimeBase): void {
  if (shiftSeconds === 0) return;
  const shift = BigInt(Math.round((shiftSeconds * timeBase.den) / timeBase.num));
  if (seconds(packet.pts, timeBase) !== null) packet.pts += shift;
  if (seconds(packet.dts, timeBase) !== null) packet.dts += shift;
}

const firstRecording: Recording = { position: 0, startSeconds: 0, shiftSeconds: 0 };

/** Whether a packet at `time` directly follows one at `lastSeconds`. */
function isNext(lastSeconds: number, time: number): boolean {
  return Math.abs(time - lastSeconds) <= interleavingSeconds;
}

/**
 * End of the last packet of a stream. Sound in a transport stream has few timestamps; packets without one are assumed
 * to follow at the previous distance.
 */
function streamEnd({ endSeconds, untimed, spacingSeconds }: StreamClock): number {
  return endSeconds + untimed * spacingSeconds;
}
