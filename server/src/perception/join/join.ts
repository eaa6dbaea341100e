/** The last part of a job: results of the whole, proof frames and storyboard, from what its other parts left. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Results, results as resultsSchema } from '@reelsight/contract';
import type { CallContext } from '../../engines/engine.ts';
import { type Frames, openFrames } from '../../media/frames.ts';
import type { MediaPass } from '../../media/media.ts';
import type { JoinOrder } from '../part.ts';
import { chooseProof, type ProofFrame, type Proven } from '../proof.ts';
import type { Resources } from '../resources.ts';
import { screenTexts } from '../screen/screen-texts.ts';
import type { Transcript } from '../speech/transcript.ts';
import { Health } from './health.ts';
import { materialOf } from './material.ts';
import { readParts } from './parts.ts';
import { resultsOf } from './results.ts';
import {
  type FoundBrands,
  type FoundObjects,
  findBrands,
  findObjects,
  transcriptOf,
} from './seen-and-heard.ts';
import { type Board, storyboardOf } from './storyboard.ts';
import { answersOf, summaryOf } from './understanding.ts';

/** Throws the failing capability's Fault if no requested result remains (decisions.md 3). */
export async function runJoin(
  order: JoinOrder,
  pass: MediaPass,
  resources: Resources,
  context: CallContext,
): Promise<void> {
  // Opened once: the budget of a remote client is the order's.
  const engines = resources.engines(order.engines);
  const parts = await readParts(order.parts);
  const transcript = await transcriptOf(order, parts, pass);
  const health = new Health(order.ask.capabilities, transcript, context);
  const brands = await findBrands(order, parts, transcript, pass, resources, health);
  const objects = await findObjects(order, parts, pass, health);
  const proof = proofOf(order, brands, objects, health);
  const material = materialOf(order, pass, transcript, {
    brands: brands && { proven: proof.brands, known: brands.known },
    objects: objects && proof.objects,
    texts: brands ? screenTexts(brands.lines, pass) : [],
  });
  const summary = await summaryOf(order, material, engines, health, context);
  const answers = await answersOf(order, material, engines, health, context);
  health.failWhereNothingIsLeft();

  const board = await writeFrames(order, pass, proof.frames, context);
  if (board.unavailable) health.flag('storyboard_unavailable');
  await copyThumbnail(order, pass);
  const merged = resultsOf(order, pass, health, resources.now(), {
    transcript,
    summary,
    brands: brands?.wanted && !health.failed('brands') ? proof.brands : null,
    objects: objects && { ...objects, results: proof.objects },
    answers,
    storyboard: board.storyboard,
  });
  await writeResults(order, transcript, merged);
}

function proofOf(
  { ask, jobId, proofFrames }: JoinOrder,
  brands: FoundBrands | null,
  objects: FoundObjects | null,
  health: Health,
): Proven {
  const job = { id: jobId, returnProof: ask.return_proof };
  const proof = chooseProof(brands?.shown ?? [], objects?.built ?? [], job, proofFrames);
  if (proof.truncated) health.flag('proof_frames_truncated');
  return proof;
}

/** Proof frames and storyboard. */
async function writeFrames(
  order: JoinOrder,
  pass: MediaPass,
  proof: readonly ProofFrame[],
  context: CallContext,
): Promise<Board> {
  const folder = join(order.outDir, 'frames');
  await mkdir(folder, { recursive: true });
  const { frames: stored } = order.files;
  const frames = stored && pass.images.length > 0 ? await openFrames(stored, pass) : null;
  try {
    if (frames) await writeProof(proof, frames, folder);
    return await storyboardOf(order, pass, frames, context);
  } finally {
    await frames?.close();
  }
}

async function writeProof(
  proof: readonly ProofFrame[],
  frames: Frames,
  folder: string,
): Promise<void> {
  for (const { file, image } of proof)
    await writeFile(join(folder, file), await frames.jpeg(image));
}

/** It lies beside the description of the video. */
async function copyThumbnail({ files, outDir }: JoinOrder, { thumbnail }: MediaPass) {
  if (!thumbnail) return;
  await copyFile(join(dirname(files.pass), thumbnail), join(outDir, 'frames', 'thumbnail.jpg'));
}

async function writeResults({ outDir }: JoinOrder, transcript: Transcript, merged: Results) {
  // Our own writing is held against our own contract before anyone else reads it.
  resultsSchema.parse(merged);
  await writeFile(join(outDir, 'transcript.json'), JSON.stringify(transcript));
  await writeFile(join(outDir, 'results.json'), JSON.stringify(merged));
}
