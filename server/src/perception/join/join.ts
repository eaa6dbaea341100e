/**
 * The last part of a job: builds the results of the whole video, its proof frames and its storyboard from the artifacts
 * of the other parts.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Fault, type Results, results as resultsSchema } from '@reelsight/contract';
import type { CallContext } from '../../engines/engine.ts';
import { type Frames, openFrames } from '../../media/frames.ts';
import type { MediaPass } from '../../media/media.ts';
import type { JoinOrder } from '../part.ts';
import { chooseProof, type ProofFrame, type Proven } from '../proof.ts';
import type { Resources } from '../resources.ts';
import { keptTexts, screenTexts } from '../screen/screen-texts.ts';
import type { Transcript } from '../speech/transcript.ts';
import { surelyHeard } from '../speech/unsure.ts';
import { Health } from './health.ts';
import type { JoinContext } from './join-context.ts';
import { loadArtifacts } from './load-artifacts.ts';
import { materialOf } from './material.ts';
import { paidOf } from './paid.ts';
import { resultsOf } from './results.ts';
import {
  attemptBrands,
  attemptObjects,
  type JoinedBrands,
  type JoinedObjects,
  transcriptOf,
} from './seen-and-heard.ts';
import { type Board, storyboardOf } from './storyboard.ts';
import { answersOf, summaryOf } from './understanding.ts';

/**
 * Joins the parts. Throws the Fault of a failed capability if no requested result remains (interface.md
 * "Stages of a job").
 */
export async function runJoin(
  order: JoinOrder,
  pass: MediaPass,
  resources: Resources,
  call: CallContext,
): Promise<void> {
  const { frames: storedFrames } = order.files;
  const frames =
    storedFrames && pass.images.length > 0 ? await openFrames(storedFrames, pass) : null;
  try {
    await joinAll(order, pass, resources, { frames, call });
  } finally {
    await frames?.close();
  }
}

async function joinAll(
  order: JoinOrder,
  pass: MediaPass,
  resources: Resources,
  { frames, call }: { readonly frames: Frames | null; readonly call: CallContext },
): Promise<void> {
  const artifacts = await loadArtifacts(order.parts);
  const transcript = await transcriptOf(order, artifacts, pass);
  const health = new Health(order.ask.capabilities, transcript, call);
  const engines = resources.engines(order.engines);
  const common = { order, pass, resources, engines, artifacts, transcript, health, call };
  const context = { ...common, strips: frames };
  const brands = await attemptBrands(context);
  const objects = await attemptObjects(context);
  const proof = proofOf(context, brands, objects);
  const screen = brands ? screenTexts(brands.lines, pass) : [];
  const askedTexts = keptTexts(screen);
  if (askedTexts.length < screen.length) health.flag('places_left_out');
  const material = materialOf(order, pass, transcript, {
    brands: brands && { proven: proof.brands, known: brands.known },
    objects: objects && proof.objects,
    texts: askedTexts,
  });
  const texts = brands?.texts ?? null;
  const summary = await summaryOf(
    context,
    surelyHeard(material, transcript.flags.includes('speech_unsure')),
  );
  const answers = await answersOf(context, material);

  health.failWhereNothingIsLeft();

  // The summary and the answers, which were asked for, come first: all share the tokens of the job.
  const paid = brands?.wanted ? await paidOf(context, proof.brands, texts ?? []) : null;

  const board = await writeFrames(context, frames, proof.frames);
  if (board.unavailable) health.flag('storyboard_unavailable');

  await copyThumbnail(order, pass);
  const outcomes = {
    transcript,
    summary,
    brands: brands?.wanted && !health.failed('brands') ? proof.brands : null,
    objects: objects && { ...objects, results: proof.objects },
    answers,
    storyboard: board.storyboard,
    texts,
    possible: health.failed('brands') ? null : (brands?.possible ?? null),
    textsRead: brands?.textsRead ?? null,
    paid,
  };
  await writeResults(order, transcript, resultsOf(context, outcomes, resources.now()));
}

function proofOf(
  { order, health }: JoinContext,
  brands: JoinedBrands | null,
  objects: JoinedObjects | null,
): Proven {
  const { ask, jobId, proofFrames } = order;
  const job = { id: jobId, return_proof: ask.return_proof };
  const proof = chooseProof(brands?.shown ?? [], objects?.built ?? [], job, proofFrames);
  if (proof.truncated) health.flag('proof_frames_truncated');
  return proof;
}

/** Writes proof frames and storyboard. */
async function writeFrames(
  { order, pass, call }: JoinContext,
  frames: Frames | null,
  proof: readonly ProofFrame[],
): Promise<Board> {
  const folder = join(order.outDir, 'frames');
  await mkdir(folder, { recursive: true });
  if (frames) await writeProof(proof, frames, folder);
  return storyboardOf(order, pass, frames, call);
}

async function writeProof(
  proof: readonly ProofFrame[],
  frames: Frames,
  folder: string,
): Promise<void> {
  for (const { file, image } of proof)
    await writeFile(join(folder, file), await frames.jpeg(image));
}

/** The thumbnail is stored next to `media.json`. */
async function copyThumbnail({ files, outDir }: JoinOrder, { thumbnail }: MediaPass) {
  if (!thumbnail) return;
  await copyFile(join(dirname(files.pass), thumbnail), join(outDir, 'frames', 'thumbnail.jpg'));
}

async function writeResults({ outDir }: JoinOrder, transcript: Transcript, merged: Results) {
  // Checks our own output against our own contract before anyone else reads it.
  resultsSchema.parse(merged);
  await writeFile(join(outDir, 'transcript.json'), JSON.stringify(transcript));

  const json = JSON.stringify(merged);
  if (json.length > mostCharacters) throw tooMuchFound(json.length);
  await writeFile(join(outDir, 'results.json'), json);
}

/**
 * Maximum length of the results as JSON, because every program that reads them holds them in memory. The places that
 * `PlacesKept` allows for brands take about half of it.
 */
const mostCharacters = 64_000_000;

const tooMuchFound = (length: number): Fault =>
  new Fault('ANALYSIS_FAILED', `results of ${length} characters`, {
    text: 'More was found in this video than a job can hold. Analyse it in parts, or ask for fewer frames per second.',
  });
