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
  ...['ogg', 'asf', 'mxf', 'gif', 'dv', 'ivf', 'rm'],
  ...['mp3', 'aac', 'ac3', 'eac3', 'flac', 'wav', 'w64', 'aiff', 'caf', 'amr'],
];
export const acceptedDemuxers = demuxers.join(',');

const pictures = [
  ...['h264', 'hevc', 'vvc', 'vp6', 'vp6f', 'vp6a', 'vp7', 'vp8', 'vp9', 'av1', 'theora'],
  ...['mpeg1video', 'mpeg2video', 'mpeg4', 'msmpeg4v1', 'msmpeg4v2', 'msmpeg4v3', 'h263', 'flv1'],
  ...['wmv1', 'wmv2', 'wmv3', 'vc1', 'rv10', 'rv20', 'rv30', 'rv40', 'svq1', 'svq3', 'cinepak'],
  ...['mjpeg', 'jpeg2000', 'prores', 'dnxhd', 'dvvideo', 'cfhd', 'gif', 'png', 'qtrle'],
  ...['ffv1', 'huffyuv', 'ffvhuff', 'utvideo', 'rawvideo', 'v210'],
];
const sounds = [
  ...['aac', 'aac_latm', 'mp1', 'mp2', 'mp3', 'opus', 'vorbis', 'speex', 'ac3', 'eac3', 'ac4'],
  ...[
    'dts',
    'truehd',
    'mlp',
    'flac',
    'alac',
    'wavpack',
    'amr_nb',
    'amr_wb',
    'gsm',
    'gsm_ms',
    'ilbc',
  ],
  ...['wmav1', 'wmav2', 'wmapro', 'wmalossless', 'wmavoice', 'cook', 'ra_144', 'ra_288', 'atrac3'],
  ...['nellymoser', 'qdm2', 'qdmc', 'mace3', 'mace6', 's302m', 'dvaudio'],
  ...['adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'adpcm_swf', 'adpcm_yamaha', 'adpcm_g726'],
];
const codecs = new Set([...pictures, ...sounds]);

export const acceptedContainers =
  'Accepted are MP4, MOV, 3GP, Matroska, WebM, MPEG-TS, MPEG-PS, MXF, FLV, AVI, WMV, Ogg, DV and GIF.';
const acceptedPictures =
  'Accepted are H.264, HEVC, VVC, VP6 to VP9, AV1, MPEG-1, MPEG-2, MPEG-4, H.263, WMV, Theora, MJPEG, ProRes, DNxHD, DV and common lossless codecs.';
const acceptedSounds =
  'Accepted are AAC, MP3, MP2, Opus, Vorbis, Speex, AC-3, E-AC-3, AC-4, DTS, TrueHD, FLAC, ALAC, AMR, WMA, ADPCM and PCM.';

/** Short codec name as FFmpeg knows it: h264, vp9, aac … */
export function codecName(stream: Stream): string {
  return avGetCodecName(stream.codecpar.codecId) ?? 'unknown';
}

export function isAccepted(stream: Stream): boolean {
  const name = codecName(stream);
  const isKnown = codecs.has(name) || name.startsWith('pcm_');
  return isKnown && Codec.findDecoder(stream.codecpar.codecId) !== null;
}

/** For a stream that is not accepted. */
export function codecRefused(stream: Stream, kind: 'picture' | 'sound'): Fault {
  const name = codecName(stream);
  const known = name === 'none' || name.startsWith('unknown') ? 'a codec that is not known' : name;
  const list = kind === 'picture' ? acceptedPictures : acceptedSounds;
  return unreadable(`codec ${name}`, `The ${kind} of the video is ${known}. ${list}`);
}
