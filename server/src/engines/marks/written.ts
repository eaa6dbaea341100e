/** Whether a reference picture shows nothing but words or a letter. */
import type { CallContext, RgbImage } from '../engine.ts';
import type { Corners, TextEngine } from '../text.ts';

/** Minimum certainty of what is read. */
const leastCertainty = 0.6;
/** Minimum share of the picture that is covered by lines of words; a picture beside or above the words leaves less. */
const wordsShare = 0.5;
/** Minimum share covered by a letter or two: a frame around them does not make a mark of them. */
const lettersShare = 0.12;
const fewLetters = 2;

/** `mark`: the part of the reference picture that shows the mark. */
export async function isWritten(
  mark: RgbImage,
  reader: TextEngine,
  context: CallContext,
): Promise<boolean> {
  // What is read here is not part of the video.
  const uncounted = { ...context, meter: () => {} };
  const picture = framed(mark);
  const areas = await reader.find(picture, uncounted);
  const corners = areas.map((area) => area.corners);
  const readings = await reader.recognise(picture, corners, uncounted);

  let letters = 0;
  let covered = 0;
  for (const [index, reading] of readings.entries()) {
    if (!reading || reading.confidence < leastCertainty) continue;
    letters += [...reading.text.replace(/[^\p{L}\p{N}]/gu, '')].length;
    covered += areaOf(corners[index] as Corners);
  }

  if (letters === 0) return false;
  const share = covered / (mark.width * mark.height);
  return share >= (letters <= fewLetters ? lettersShare : wordsShare);
}

/** Text that touches the edge of a picture is not found. */
function framed({ width, height, data }: RgbImage): RgbImage {
  const margin = Math.ceil(Math.max(width, height) / 6);
  const framedWidth = width + 2 * margin;
  const framedHeight = height + 2 * margin;
  const framedData = new Uint8Array(framedWidth * framedHeight * 3);
  for (let index = 0; index < framedData.length; index += 3)
    framedData.set(data.subarray(0, 3), index);
  for (let row = 0; row < height; row++) {
    const pixels = data.subarray(row * width * 3, (row + 1) * width * 3);
    framedData.set(pixels, ((row + margin) * framedWidth + margin) * 3);
  }
  return { width: framedWidth, height: framedHeight, data: framedData };
}

const areaOf = ([a, b, , d]: Corners): number =>
  Math.hypot(b.x - a.x, b.y - a.y) * Math.hypot(d.x - a.x, d.y - a.y);
