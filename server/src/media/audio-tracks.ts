/** Chooses which audio track of a file is used. */
import {
  AV_DISPOSITION_CLEAN_EFFECTS,
  AV_DISPOSITION_COMMENT,
  AV_DISPOSITION_DEFAULT,
  AV_DISPOSITION_DEPENDENT,
  AV_DISPOSITION_HEARING_IMPAIRED,
  AV_DISPOSITION_KARAOKE,
  AV_DISPOSITION_VISUAL_IMPAIRED,
  AVMEDIA_TYPE_AUDIO,
} from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import { isAccepted } from './accepted.ts';
import { unreadable } from './fault.ts';
import type { MediaProbe } from './media.ts';

/** Maximum number of tracks considered. Broadcast files have eight or sixteen; the programme is among the first. */
export const mostAudioTracks = 8;

const secondary =
  AV_DISPOSITION_COMMENT |
  AV_DISPOSITION_HEARING_IMPAIRED |
  AV_DISPOSITION_VISUAL_IMPAIRED |
  AV_DISPOSITION_CLEAN_EFFECTS |
  AV_DISPOSITION_KARAOKE |
  AV_DISPOSITION_DEPENDENT;
/** Titles that mark a secondary track: much software writes such tracks without setting the flag for them. */
const secondaryTitle = /comment|descri|karaoke|instrumental/i;

/** The audio tracks, best first: decodable tracks before others, then the main programme, then the default track. */
export function rankAudioTracks(streams: readonly Stream[]): Stream[] {
  const tracks = streams.filter(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  return tracks.sort((a, b) => rankOf(b) - rankOf(a) || a.index - b.index);
}

function rankOf(stream: Stream): number {
  const title = stream.metadata?.get('title') ?? '';
  const isMain = (stream.disposition & secondary) === 0 && !secondaryTitle.test(title);
  const isDefault = (stream.disposition & AV_DISPOSITION_DEFAULT) !== 0;
  return (isAccepted(stream) ? 4 : 0) + (isMain ? 2 : 0) + (isDefault ? 1 : 0);
}

/** A track counts as silent if another track has this many times as much audible sound. */
const silentRatio = 20;

/**
 * Index of the first track that is not silent, given the audible seconds of each track, best track first. A silent
 * first track is common, because recorders of games and calls write loudspeaker and microphone to separate tracks.
 */
export function chooseTrack(audibleSeconds: readonly number[]): number {
  const maxSeconds = Math.max(0, ...audibleSeconds);
  return Math.max(
    0,
    audibleSeconds.findIndex((seconds) => seconds * silentRatio >= maxSeconds),
  );
}

/** Throws Fault EXTRACTION_FAILED if the file has no audio track with this index. */
export function checkTrack(
  audioTracks: MediaProbe['audioTracks'] = [],
  trackIndex: number | null,
): void {
  if (trackIndex === null || audioTracks.some(({ index }) => index === trackIndex)) return;
  const list = audioTracks.map(({ index }) => index).join(', ');
  const trackText = list === '' ? 'It has none.' : `It has ${list}.`;
  throw unreadable(
    `no audio track ${trackIndex}`,
    `The file has no audio track with the index ${trackIndex}. ${trackText}`,
  );
}
