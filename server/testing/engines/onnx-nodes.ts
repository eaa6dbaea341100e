/** For tests: nodes of tiny ONNX models. */
import type { OnnxNode } from '../../src/engines/onnx-file.ts';

/** A node that hands a constant on under an output's name. */
export const handsOn = (constant: string, output: string): OnnxNode => ({
  op: 'Identity',
  inputs: [constant],
  output,
});
