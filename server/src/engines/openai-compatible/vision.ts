/**
 * Uses a remote vision model to find objects and logos, to confirm findings and to name surfaces. Everything in its
 * answers is checked.
 */
import { isSurface, type Surface } from '@reelsight/contract';
import { identityOf } from '@reelsight/contract/name-identity';
import sharp from 'sharp';
import type { Box, CallContext, EngineInfo, RgbImage } from '../engine.ts';
import type { LogoEngine, SeenLogo } from '../logos.ts';
import { type DetectedObject, type ObjectEngine, withoutOverlaps } from '../objects.ts';
import { unletterbox } from '../picture.ts';
import type { VisionEngine } from '../vision.ts';
import type { ChatRequest, Remote } from './client.ts';
import {
  confirmPrompt,
  findPrompt,
  pictureSide,
  type Sightings,
  surfacePrompt,
} from './prompts/look.ts';

export interface RemoteVision {
  readonly objects: ObjectEngine;
  readonly logos: LogoEngine;
  readonly vision: VisionEngine;
}

/** Maximum tokens of a list of findings: enough for about 40 entries. */
const findTokens = 2000;
const shortTokens = 200;
/** Confidence of a finding for which the model states none. */
const silentConfidence = 0.7;

/** Null if the server has no vision model configured. */
export function openRemoteVision(remote: Remote): RemoteVision | null {
  const model = remote.models.vision;
  if (model === null) return null;

  const version = `${model}, prompts ${findPrompt.version}.${confirmPrompt.version}`;
  const info: EngineInfo = { name: 'openai-compatible', version, kind: 'remote' };
  const ask = askAbout(remote, model);
  const find = findWith(ask);

  return {
    objects: {
      info,
      vocabulary: null,
      costly: true,
      minConfidence: 0.5,
      detect: async (image, names, context) => {
        const detections = await find(image, 'object', names, context);
        return withoutOverlaps(detections, 0.7);
      },
      close: async () => {},
    },
    logos: {
      info,
      source: 'model',
      find: async (image, names, context): Promise<readonly SeenLogo[]> =>
        withoutOverlaps(await find(image, 'brand', names, context), 0.7),
      close: async () => {},
    },
    vision: visionOf(info, ask),
  };
}

type Ask = <T>(
  picture: Square,
  request: Pick<ChatRequest<T>, 'name' | 'system' | 'schema' | 'maxTokens'> & { text: string },
  context: CallContext,
) => Promise<T>;

function askAbout(remote: Remote, model: string): Ask {
  return (picture, { text, ...request }, context) => {
    context.meter('vision_images', 1);
    const user = [
      { type: 'image', jpeg: picture.jpeg, detail: 'high' },
      { type: 'text', text },
    ] as const;
    return remote.chatJson({ ...request, model, user }, context);
  };
}

const findWith =
  (ask: Ask) =>
  async (
    image: RgbImage,
    kind: 'brand' | 'object',
    names: readonly string[] | null,
    context: CallContext,
  ): Promise<DetectedObject[]> => {
    const square = await padded(image);
    const { system, text } = findPrompt.write(kind, names);
    const request = {
      name: 'find',
      system,
      text,
      schema: findPrompt.schema,
      maxTokens: findTokens,
    };
    const { found: entries } = await ask(square, request, context);

    return entries.flatMap((entry) => checked(entry, names, square));
  };

/** Returns an entry if it was asked for and has a valid box inside the picture; drops everything else. */
function checked(
  { name, confidence, box }: Sightings['found'][number],
  names: readonly string[] | null,
  square: Square,
): DetectedObject[] {
  const key = identityOf(name);
  const targetName = names === null ? name.trim() : names.find((name) => identityOf(name) === key);
  if (targetName === undefined || targetName === '' || targetName.length > 100 || !box) return [];

  const place = boxOf(box, square);
  if (!place) return [];

  const sure = confidence ?? silentConfidence;
  if (!(sure >= 0)) return [];

  // Some models state the confidence on a scale up to 100.
  const scaled = sure > 1 ? Math.min(1, sure / 100) : sure;
  return [{ name: targetName, confidence: scaled, box: place }];
}

/** The box as fractions of the picture without its padding; null if the numbers do not describe a box inside it. */
function boxOf(numbers: readonly number[], square: Square): Box | null {
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return null;

  // Some models answer in fractions, whatever unit they are asked for.
  const unit = numbers.every((value) => value >= 0 && value <= 1) ? 1 : pictureSide;
  const edges = numbers.map((value) => value / unit) as [number, number, number, number];
  const slack = 0.02;
  if (edges.some((value) => value < -slack || value > 1 + slack)) return null;

  const box = unletterbox(square, edges);
  return box && Math.min(box.width, box.height) > 0.002 ? box : null;
}

function visionOf(info: EngineInfo, ask: Ask): VisionEngine {
  return {
    info,
    confirm: async (closeUp, { kind, name }, context) => {
      const { system, text } = confirmPrompt.write(kind, name);
      const { schema } = confirmPrompt;
      const request = { name: 'confirm', system, text, schema, maxTokens: shortTokens };
      return (await ask(await padded(closeUp), request, context)).visible;
    },
    surfaceOf: async (image, { name, box }, surfaces, context): Promise<Surface | null> => {
      const square = await padded(image);
      const edges = [box.x, box.y, box.x + box.width, box.y + box.height];
      const pixels = edges.map((edge, i) =>
        Math.round(edge * (i % 2 === 0 ? square.across : square.down) * pictureSide),
      );
      const { system, text } = surfacePrompt.write(name, pixels, surfaces);
      const { schema } = surfacePrompt;
      const request = { name: 'surface', system, text, schema, maxTokens: shortTokens };
      const { surface } = await ask(square, request, context);

      return surface !== null && isSurface(surface) && surfaces.includes(surface) ? surface : null;
    },
  };
}

interface Square {
  readonly jpeg: Uint8Array;
  /** Shares of the square's width and height that the picture fills, from the top left. */
  readonly across: number;
  readonly down: number;
}

/**
 * Scales the picture to fit a square at its top left and fills the rest with grey, because models locate things best in
 * squares of a known side.
 */
async function padded({ width, height, data }: RgbImage): Promise<Square> {
  const scale = pictureSide / Math.max(width, height);
  const across = Math.max(1, Math.round(width * scale));
  const down = Math.max(1, Math.round(height * scale));
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(across, down, { fit: 'fill' })
    .extend({
      right: pictureSide - across,
      bottom: pictureSide - down,
      background: { r: 114, g: 114, b: 114 },
    })
    .jpeg({ quality: 88 })
    .toBuffer();

  return { jpeg, across: across / pictureSide, down: down / pictureSide };
}
