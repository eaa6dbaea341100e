/** Makes the files of one report in a separate thread, which ends with the report. */
import type { Exposure, ReportFormat } from '@reelsight/contract';
import { ExposureTotal } from '../exposure/exposure.ts';
import { formOfBytes, sumsOfBytes } from '../exposure/packed-form.ts';
import { videoExposure } from '../exposure/video-exposure.ts';
import { answerOrders, type OrderContext } from '../threads/answer-orders.ts';
import type { Slots } from './colours.ts';
import type { Frames, ReportContent, ReportVideo } from './content.ts';
import { csvOf } from './csv.ts';
import { htmlOf } from './html.ts';
import { jsonOf } from './json.ts';
import type { FramesOrder, RestOrder, VideoOrder } from './order.ts';
import { pdfOf } from './pdf.ts';
import { framesOnPages, picturesOf } from './proof-pictures.ts';
import { reportVideoOf } from './video-of.ts';

const videos: ReportVideo[] = [];
let frames: Frames = new Map();
let rest: RestOrder | undefined;
let slots: Slots = new Map();
let total: ExposureTotal | undefined;
/** Exposure over all videos; set once all videos have arrived. */
let exposure: Exposure | undefined;

const handlers = { video: takeVideo, rest: takeRest, frames: takeFrames, make: makeFile };
export type ReportThread = typeof handlers;

/** Adds a video to the report. False if its results contain no brands; such a video is left out. */
function takeVideo({ facts, form: bytes, sums, options, audience }: VideoOrder): boolean {
  const form = formOfBytes(bytes);
  const { brands } = form;
  if (!brands) return false;

  const { job_id, title, duration_seconds } = facts;
  const video = { job_id, title, duration_seconds };
  const storedSums = sums && sumsOfBytes(sums);

  total ??= new ExposureTotal(options);
  total.add(
    storedSums ? { video, brands: storedSums } : videoExposure({ ...video, brands }, options),
    audience,
  );
  videos.push(reportVideoOf(facts, { ...form, brands }, options));

  return true;
}

/** Returns the paths of the frames that the pages need, and the names of the brands. */
function takeRest(order: RestOrder): {
  readonly paths: readonly string[];
  readonly names: readonly string[];
} {
  rest = order;
  const fullContent = content();
  const { exposure, changes } = fullContent;
  // Brands that are gone are on the pages of changes, in the colours that they have elsewhere.
  const brands = [
    ...exposure.brands,
    ...(changes?.brands ?? []),
    ...(changes?.corrected?.brands ?? []),
  ];
  const names = new Set(brands.map(({ name }) => name));
  return { paths: framesOnPages(fullContent), names: [...names] };
}

async function takeFrames(order: FramesOrder): Promise<void> {
  slots = order.slots;
  frames = await picturesOf(content(), order.frames);
}

async function makeFile(
  format: ReportFormat,
  { transfer }: OrderContext,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await makers[format]();
  // Only bytes that have their own memory can be transferred; other bytes are copied first.
  const isOwn = bytes.byteLength === bytes.buffer.byteLength;
  const ownBytes = isOwn ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
  transfer(ownBytes.buffer);

  return ownBytes;
}

function content(): ReportContent {
  if (!rest || !total) throw new Error('the report has no content yet');
  exposure ??= total.made();
  return { ...rest, exposure, slots, videos };
}

const makers: Readonly<Record<ReportFormat, () => Uint8Array | Promise<Uint8Array>>> = {
  html: () => htmlOf(content(), frames),
  pdf: () => pdfOf(content(), frames),
  csv: () => csvOf(content()),
  json: () => jsonOf(content()),
  // The two libraries take a while to load, and most reports do not need them.
  xlsx: async () => (await import('./xlsx.ts')).xlsxOf(content()),
  pptx: async () => (await import('./pptx.ts')).pptxOf(content(), frames),
};

answerOrders(handlers);
