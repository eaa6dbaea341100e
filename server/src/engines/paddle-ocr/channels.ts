/** What a network computes for each channel of a layer alone. */
import { type EditableGraph, floatAttribute, type GraphNode, type Weights } from '../onnx-graph.ts';

/** What BatchNormalization adds to the variance if its node does not say. */
const usualEpsilon = 1e-5;

/** A scale and a shift for each channel. */
export interface AffineOfChannels {
  readonly node: GraphNode;
  readonly scale: Float32Array;
  readonly shift: Float32Array;
}

/** The sum with a constant, or the normalisation, that alone reads a value. */
export function affineOfChannels(
  graph: EditableGraph,
  node: GraphNode,
  channels: number,
): AffineOfChannels | undefined {
  const sum = graph.onlyReader(node, 'Add');
  if (sum) {
    const constantName = sum.inputs.find((name) => name !== node.outputs[0]);
    const shift = perChannel(graph.weights(constantName), channels);
    return shift && { node: sum, scale: new Float32Array(channels).fill(1), shift };
  }

  const norm = graph.onlyReader(node, 'BatchNormalization');
  if (!norm || norm.inputs[0] !== node.outputs[0]) return undefined;
  const [factor, offset, mean, variance] = norm.inputs
    .slice(1)
    .map((name) => perChannel(graph.weights(name), channels));
  if (!factor || !offset || !mean || !variance) return undefined;

  const epsilon = floatAttribute(norm, 'epsilon') ?? usualEpsilon;
  const scale = factor.map((value, at) => value / Math.sqrt((variance[at] as number) + epsilon));
  const shift = offset.map((value, at) => value - (mean[at] as number) * (scale[at] as number));
  return { node: norm, scale, shift };
}

/** One number for each channel; undefined if the constant is of another shape. */
function perChannel(weights: Weights | undefined, channels: number): Float32Array | undefined {
  if (weights?.values.length !== channels) return undefined;
  const { dims } = weights;
  const isPerChannel = dims.length === 1 || (dims.length === 4 && dims[1] === channels);
  return isPerChannel || channels === 1 ? weights.values : undefined;
}
