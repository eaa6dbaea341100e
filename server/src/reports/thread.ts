/** Makes the files of one report in a thread of its own; it ends with the report. */
import { parentPort } from 'node:worker_threads';
import type { Exposure, ReportFormat } from '@reelsight/contract';
import { ExposureTotal } from '../exposure/exposure.ts';
import { formOfBytes, sumsOfBytes } from '../exposure/packed-form.ts';
import { videoExposure } from '../exposure/video-exposure.ts';
import type { Slots } from './colours.ts';
import type { Frames, ReportContent, ReportVideo } from './content.ts';
import { csvOf } from './csv.ts';
import { htmlOf } from './html.ts';
import { jsonOf } from './json.ts';
import type { ReportAnswer, ReportOrder } from './order.ts';
import { pdfOf } from './pdf.ts';
import { framesOnPages, picturesOf } from './proof-pictures.ts';
import { type FormWithBrands, reportVideoOf } from './video-of.ts';

const videos: ReportVideo[] = [];
let frames: Frames = new Map();
let rest: Omit<ReportContent, 'videos' | 'exposure' | 'slots'> | undefined;
let slots: Slots = new Map();
let total: ExposureTotal | undefined;
/** Exposure over all videos, once they have arrived. */
let exposure: Exposure | undefined;

parentPort?.on('message', (order: ReportOrder) => void answer(order));

async function answer(order: ReportOrder): Promise<void> {
  const reply = await answerTo(order).catch(
    (error: unknown): ReportAnswer => ({
      kind: 'failed',
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
  parentPort?.postMessage(reply, reply.kind === 'file' ? [reply.bytes.buffer] : []);
}

async function answerTo(order: ReportOrder): Promise<ReportAnswer> {
  if (order.kind === 'video') {
    const form = formOfBytes(order.form);
    if (form.brands) take(order, { ...form, brands: form.brands });
    return { kind: 'taken', counted: form.brands !== null };
  }

  if (order.kind === 'rest') {
    rest = order.rest;
    const fullContent = content();
    const names = fullContent.exposure.brands.map(({ name }) => name);
    return { kind: 'paths', paths: framesOnPages(fullContent), names };
  }

  if (order.kind === 'frames') {
    slots = order.slots;
    frames = await picturesOf(content(), order.frames);
    return { kind: 'done' };
  }

  const bytes = await fileOf(order.format);
  // Only bytes that have their own memory can be transferred; others are copied.
  const isOwn = bytes.byteLength === bytes.buffer.byteLength;
  const ownBytes = isOwn ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);

  return { kind: 'file', bytes: ownBytes };
}

function take(
  { facts, sums, options }: Extract<ReportOrder, { kind: 'video' }>,
  form: FormWithBrands,
): void {
  const { job_id, title, duration_seconds } = facts;
  const video = { job_id, title, duration_seconds };
  const storedSums = sums && sumsOfBytes(sums);

  total ??= new ExposureTotal(options);
  total.add(
    storedSums
      ? { video, brands: storedSums }
      : videoExposure({ ...video, brands: form.brands }, options),
  );
  videos.push(reportVideoOf(facts, form, options));
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
};

const fileOf = async (format: ReportFormat): Promise<Uint8Array> => makers[format]();
