/** The accepted containers and codecs: those of phones, cameras, recorders and platforms. All others are refused. */

import type { Fault } from '@reelsight/contract';
import { avGetCodecName, Codec, type Stream } from 'node-av/lib';
import { unreadable } from './fault.ts';

/**
 * Accepted demuxers of FFmpeg. Playlists and scripts (hls, dash, concat, sdp, image2 …) are excluded, because they
 * make FFmpeg open other files and addresses named in their content.
 */
const demuxers = namesIn(`
  mov mp4 m4a 3gp 3g2 mj2 matroska webm mpegts mpeg flv avi ogg asf mxf gxf wtv dhav gif apng dv ivf rm
  h264 hevc vvc obu mpegvideo m4v
  mp3 aac loas ac3 eac3 dts truehd flac wv tta ape wav w64 aiff au caf amr
`);
export const acceptedDemuxers = demuxers.join(',');

/** Codecs of cameras, platforms and players. */
const pictures = namesIn(`
  h264 hevc vvc av1 vp3 vp4 vp5 vp6 vp6f vp6a vp7 vp8 vp9 theora dirac
  mpeg1video mpeg2video mpeg4 msmpeg4v1 msmpeg4v2 msmpeg4v3 h261 h263 h263i h263p flv1 cavs
  wmv1 wmv2 wmv3 vc1 rv10 rv20 rv30 rv40 svq1 svq3 cinepak indeo2 indeo3 indeo4 indeo5 rpza smc msvideo1 msrle
  mjpeg mjpegb amv jpeg2000 jpegls dvvideo gif apng png tiff targa qtrle 8bps
`);
/** Codecs for screen recording and video editing. */
const workPictures = namesIn(`
  cscd flashsv flashsv2 fraps g2m mss1 mss2 mszh zlib zmbv tscc2 vmnc screenpresso
  prores dnxhd cfhd hap dxv hq_hqa hqx aic speedhq cllc pixlet notchlc avrp avui
  ffv1 huffyuv ffvhuff utvideo magicyuv lagarith
  rawvideo v210 v308 v408 v410 r210 r10k y41p yuv4
`);
const sounds = namesIn(`
  aac aac_latm mp1 mp2 mp3 mp3adu mp3on4 opus vorbis speex ac3 eac3 ac4 dts truehd mlp dolby_e
  flac alac wavpack tta ape mp4als shorten
  amr_nb amr_wb gsm gsm_ms ilbc qcelp evrc g729 g723_1 adpcm_g722 adpcm_g726 adpcm_g726le
  wmav1 wmav2 wmapro wmalossless wmavoice cook sipr ra_144 ra_288 atrac3 atrac3p
  nellymoser qdm2 qdmc mace3 mace6 s302m dvaudio
  adpcm_ms adpcm_ima_wav adpcm_ima_qt adpcm_ima_amv adpcm_swf adpcm_yamaha adpcm_ct
`);
const codecs = new Set([...pictures, ...workPictures, ...sounds]);

function namesIn(list: string): string[] {
  return list.trim().split(/\s+/);
}

export const acceptedContainers =
  'Accepted are MP4, MOV, 3GP, Matroska, WebM, MPEG-TS, MPEG-PS, MXF, FLV, AVI, WMV, Ogg, DV and GIF.';
const acceptedPictures =
  'Accepted are H.264, HEVC, VVC, VP3 to VP9, AV1, MPEG-1, MPEG-2, MPEG-4, H.263, WMV, Theora, MJPEG, ProRes, DNxHD, DV, common lossless codecs and those of screen recorders.';
const acceptedSounds =
  'Accepted are AAC, MP3, MP2, Opus, Vorbis, Speex, AC-3, E-AC-3, AC-4, DTS, TrueHD, FLAC, ALAC, WavPack, AMR, WMA, ADPCM and PCM.';

/** Short codec name as FFmpeg knows it: h264, vp9, aac … */
export function codecName(stream: Stream): string {
  return avGetCodecName(stream.codecpar.codecId) ?? 'unknown';
}

export function isAccepted(stream: Stream): boolean {
  const name = codecName(stream);
  const isKnown = codecs.has(name) || name.startsWith('pcm_');
  return isKnown && Codec.findDecoder(stream.codecpar.codecId) !== null;
}

/** The fault for a stream whose codec is not accepted. */
export function codecRefused(stream: Stream, kind: 'picture' | 'sound'): Fault {
  const name = codecName(stream);
  const codecText =
    name === 'none' || name.startsWith('unknown') ? 'a codec that is not known' : name;
  const list = kind === 'picture' ? acceptedPictures : acceptedSounds;
  return unreadable(`codec ${name}`, `The ${kind} of the video is ${codecText}. ${list}`);
}
