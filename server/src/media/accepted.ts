/** The containers and codecs that are opened: what phones, cameras, recorders and platforms make. Nothing else is. */

import type { Fault } from '@reelsight/contract';
import { avGetCodecName, Codec, type Stream } from 'node-av/lib';
import { unreadable } from './fault.ts';

/**
 * FFmpeg's demuxers. Play lists and scripts (hls, dash, concat, sdp, image2 …) are not among them: they make FFmpeg open
 * other files and addresses that their content names.
 */
const demuxers = [
  ...['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'matroska', 'webm', 'mpegts', 'mpeg', 'flv', 'avi'],
  ...['ogg', 'mp3', 'aac', 'flac', 'wav'],
];
export const acceptedDemuxers = demuxers.join(',');

const pictures = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'av1', 'mpeg4', 'mpeg2video', 'mpeg1video', 'h263', 'flv1'],
  ...['mjpeg', 'prores', 'dnxhd'],
];
const sounds = [
  ...['aac', 'mp3', 'mp2', 'opus', 'vorbis', 'ac3', 'eac3', 'flac', 'alac', 'amr_nb', 'amr_wb'],
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_u8'],
  ...['pcm_f32le', 'pcm_f32be', 'pcm_mulaw', 'pcm_alaw'],
];
const codecs = new Set([...pictures, ...sounds]);

export const acceptedContainers =
  'Accepted are MP4, MOV, 3GP, Matroska, WebM, MPEG-TS, MPEG-PS, FLV, AVI and Ogg.';
const acceptedPictures =
  'Accepted are H.264, HEVC, VP8, VP9, AV1, MPEG-1, MPEG-2, MPEG-4, H.263, MJPEG, ProRes and DNxHD.';
const acceptedSounds =
  'Accepted are AAC, MP3, MP2, Opus, Vorbis, AC-3, E-AC-3, FLAC, ALAC, AMR and PCM.';

/** Short codec name as FFmpeg knows it: h264, vp9, aac … */
export function codecName(stream: Stream): string {
  return avGetCodecName(stream.codecpar.codecId) ?? 'unknown';
}

export const isAccepted = (stream: Stream): boolean =>
  codecs.has(codecName(stream)) && Codec.findDecoder(stream.codecpar.codecId) !== null;

/** For a stream that is not accepted. */
export function codecRefused(stream: Stream, kind: 'picture' | 'sound'): Fault {
  const name = codecName(stream);
  const known = name === 'none' || name.startsWith('unknown') ? 'a codec that is not known' : name;
  const list = kind === 'picture' ? acceptedPictures : acceptedSounds;
  return unreadable(`codec ${name}`, `The ${kind} of the video is ${known}. ${list}`);
}
