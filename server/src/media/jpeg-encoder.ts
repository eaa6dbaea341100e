/** Opens FFmpeg's JPEG encoder. */
import { AV_CODEC_ID_MJPEG, AV_PIX_FMT_YUV420P, AVCOL_RANGE_JPEG } from 'node-av/constants';
import { Codec, type CodecContext, Rational } from 'node-av/lib';
import { check } from './check.ts';
import { setOption } from './container.ts';

/** FFmpeg's FF_QP2LAMBDA: the `quality` of frames and encoders is stated in multiples of it. */
export const jpegQualityUnit = 118;

export interface JpegForm {
  readonly width: number;
  readonly height: number;
  /** JPEG quality on FFmpeg's scale, from 2 (best) to 31. */
  readonly quality: number;
}

/** Opens a newly created encoder. */
export function openJpegEncoder(encoder: CodecContext, { width, height, quality }: JpegForm): void {
  const codec = Codec.findEncoder(AV_CODEC_ID_MJPEG);
  if (!codec) throw new Error('FFmpeg has no MJPEG encoder');

  encoder.allocContext3(codec);
  encoder.width = width;
  encoder.height = height;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.colorRange = AVCOL_RANGE_JPEG;
  encoder.timeBase = new Rational(1, 25);
  encoder.threadCount = 1;
  encoder.globalQuality = quality * jpegQualityUnit;
  setOption(encoder, 'flags', '+qscale');
  // Optimal Huffman tables take 60 % more time and save 4 % of the size.
  setOption(encoder, 'huffman', 'default');
  check(encoder.open2Sync(codec, null), 'opening the MJPEG encoder');
}
