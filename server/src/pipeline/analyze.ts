/** Stage 3, in the process of the job: brands, objects, summary and answers from what the stages before left. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BrandResult,
  type Capability,
  Fault,
  type HealthFlag,
  type ObjectResult,
  type QueryResult,
  type SummaryResult,
  type Surface,
} from '@reelsight/contract';
import { withLibrary } from '../analysis/brand-library.ts';
import type { BuiltBrand } from '../analysis/brand-results.ts';
import type { BuiltObject } from '../analysis/object-results.ts';
import type { Material, ScreenText } from '../analysis/passages.ts';
import { chooseProof, type ProofFrame } from '../analysis/proof.ts';
import type { CallContext, EngineInfo } from '../engines/engine.ts';
import { type Engines, engineLabel, openEngines } from '../engines/registry.ts';
import { openFrames, readMediaPass } from '../media/frames.ts';
import type { MediaPass } from '../media/media.ts';
import { loadLexicon } from './brand-names.ts';
import type { StageContext, StageOrder } from './orders.ts';
import { screenTexts } from './screen-texts.ts';
import { type Pictures, seeBrands } from './see-brands.ts';
import { seeObjects } from './see-objects.ts';
import type { Transcript } from './transcribe.ts';
import { answerQueries, summarise } from './understand.ts';

/** `analysis.json`: what merging writes into the results. A capability that failed is null. */
export interface Analysis {
  readonly brands: readonly BrandResult[] | null;
  readonly objects: readonly ObjectResult[] | null;
  readonly summary: SummaryResult | null;
  readonly queries: readonly QueryResult[] | null;
  readonly texts: readonly ScreenText[];
  readonly proof: readonly ProofFrame[];
  readonly flags: readonly HealthFlag[];
  readonly objectsNotFound: readonly string[];
  readonly objectsUnsupported: readonly string[];
  readonly engines: Readonly<Record<string, string>>;
}

/** Pictures of one job that a costly model is shown at most; a token budget ends it earlier. */
const costlyLooks = 60;

export async function runAnalysis(order: StageOrder, context: StageContext): Promise<null> {
  const pass = await readMediaPass(join(order.workDir, 'ingestion'));
  const text = await readFile(join(order.workDir, 'transcription', 'transcript.json'), 'utf8');
  const analysis = await new Analyst(order, context, pass, JSON.parse(text) as Transcript).run();
  await writeFile(join(order.workDir, 'analysis', 'analysis.json'), JSON.stringify(analysis));
  return null;
}

class Analyst {
  private readonly order: StageOrder;
  private readonly context: StageContext;
  private readonly pass: MediaPass;
  private readonly transcript: Transcript;
  private readonly engines: Engines;
  private readonly flags = new Set<HealthFlag>();
  private readonly ran = new Map<string, EngineInfo[]>();
  private readonly failures = new Map<Capability, Fault>();

  constructor(order: StageOrder, context: StageContext, pass: MediaPass, transcript: Transcript) {
    this.order = order;
    this.context = context;
    this.pass = pass;
    this.transcript = transcript;
    this.engines = openEngines(order.engines);
  }

  async run(): Promise<Analysis> {
    const { job } = this.order;
    const has = (one: Capability): boolean => job.capabilities.includes(one);
    if (has('transcription') && this.transcript.failure)
      this.failures.set('transcription', speechFault(this.transcript.failure));
    const frames =
      this.pass.frames.length > 0
        ? await openFrames(join(this.order.workDir, 'ingestion'), this.pass)
        : null;
    try {
      const pictures: Pictures | null = frames && { pass: this.pass, frames };
      const brands = await this.lookForBrands(pictures);
      const objects = has('objects') ? await this.lookForObjects(pictures) : null;
      this.context.progress(0.9);
      const proof = chooseProof(
        brands?.built ?? [],
        objects?.built ?? [],
        job,
        this.order.proofFrames,
      );
      if (proof.truncated) this.flags.add('proof_frames_truncated');
      const material = this.materialOf(proof, brands, objects);
      const summary = has('summary') ? await this.summarise(material) : null;
      const queries = has('custom_query') ? await this.answer(material) : null;
      this.failWhereNothingIsLeft();
      return {
        brands: has('brands') && brands && !this.failures.has('brands') ? proof.brands : null,
        objects: objects ? proof.objects : null,
        summary,
        queries,
        texts: brands?.texts ?? [],
        proof: proof.frames,
        flags: [...this.flags],
        objectsNotFound: objects?.notFound ?? [],
        objectsUnsupported: objects?.unsupported ?? [],
        engines: Object.fromEntries(
          [...this.ran]
            .filter(([, infos]) => infos.length > 0)
            .map(([role, infos]) => [role, engineLabel(infos)]),
        ),
      };
    } finally {
      await frames?.close();
    }
  }

  /** Runs one capability; what fails is noted, and only an abort goes on up. */
  private async attempt<T>(capability: Capability, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      this.context.signal.throwIfAborted();
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.context.log?.('capability failed', { capability, detail });
      const fault = error instanceof Fault ? error : new Fault('ANALYSIS_FAILED', detail);
      this.failures.set(capability, fault);
      return null;
    }
  }

  /** The context of a step that is this part of the stage's bar. */
  private part(from: number, to: number): CallContext {
    const onProgress = (fraction: number): void =>
      this.context.progress(from + fraction * (to - from));
    return { ...this.context, onProgress };
  }

  private note(role: string, infos: readonly (EngineInfo | undefined)[]): void {
    const known = this.ran.get(role) ?? [];
    for (const info of infos)
      if (info && !known.some(({ name }) => name === info.name)) known.push(info);
    this.ran.set(role, known);
  }

  /** Also where only questions are asked: they may be about what stands on the screen. */
  private async lookForBrands(pictures: Pictures | null) {
    const { job, engines, library } = this.order;
    const wanted = job.capabilities.includes('brands');
    if (!wanted && !job.capabilities.includes('custom_query')) return null;
    const seen = await this.attempt(wanted ? 'brands' : 'custom_query', async () => {
      const listed = await loadLexicon({ operatorFile: engines.brandsFile });
      const lexicon = withLibrary(listed, library.brands, job.brands);
      const names = job.brands.length > 0 ? job.brands : lexicon.brands.map((brand) => brand.name);
      return seeBrands(
        pictures,
        {
          targets: job.brands,
          surfaces: wanted ? (job.surfaces as Surface[]) : [],
          returnProof: job.returnProof,
          segments: this.transcript.segments,
          lexicon,
          costlyLooks,
        },
        {
          text: await this.engines.text(),
          logos: wanted ? await this.engines.logos(names, library.logos) : null,
          vision: wanted ? await this.engines.vision() : null,
        },
        this.part(0, job.capabilities.includes('objects') ? 0.5 : 0.9),
      );
    });
    if (!wanted) this.failures.delete('custom_query');
    if (!seen) {
      if (wanted) this.flags.add('brand_detection_degraded');
      else this.flags.add('query_degraded');
      return null;
    }
    this.note('text', [seen.engines.text]);
    this.note('logos', [seen.engines.logos]);
    // Names that only speech could have told are missing where there was no transcript.
    if (wanted && (seen.degraded || this.transcript.failure))
      this.flags.add('brand_detection_degraded');
    if (wanted && seen.unverified) this.flags.add('proof_verification_skipped');
    const texts = pictures ? screenTexts(seen.lines, this.pass) : [];
    return { built: wanted ? seen.built : ([] as BuiltBrand[]), known: seen.built, texts };
  }

  private async lookForObjects(pictures: Pictures | null) {
    const names = this.order.job.objects;
    if (!pictures) return { built: [] as BuiltObject[], notFound: [...names], unsupported: [] };
    const seen = await this.attempt('objects', async () =>
      seeObjects(
        pictures.pass,
        pictures.frames,
        { names, costlyLooks },
        {
          objects: await this.engines.objects(),
          outlines: await this.engines.outlines(),
          vision: await this.engines.vision(),
        },
        this.part(0.5, 0.9),
      ),
    );
    if (!seen) {
      this.flags.add('object_detection_degraded');
      return null;
    }
    this.note('objects', seen.engines);
    if (seen.degraded) this.flags.add('object_detection_degraded');
    if (seen.unverified) this.flags.add('proof_verification_skipped');
    return seen;
  }

  private materialOf(
    proof: { brands: BrandResult[]; objects: ObjectResult[] },
    brands: { known: readonly BuiltBrand[]; texts: readonly ScreenText[] } | null,
    objects: unknown,
  ): Material {
    const { probe } = this.pass;
    const { job } = this.order;
    return {
      ...(this.transcript.failure === null && {
        transcription: {
          segments: this.transcript.segments.map(({ words: _words, ...segment }) => segment),
          language: this.transcript.language,
        },
      }),
      ...(brands && {
        brands: proof.brands.length > 0 ? proof.brands : brands.known.map(({ result }) => result),
        texts: brands.texts,
      }),
      ...(objects !== null && { objects: proof.objects }),
      metadata: {
        ...job.metadata,
        title: job.title,
        duration_seconds: probe.durationSeconds,
        width: probe.video?.width ?? null,
        height: probe.video?.height ?? null,
        fps: probe.video?.fps ?? null,
        has_audio: probe.audio !== null,
      },
    } as Material;
  }

  private async summarise(material: Material): Promise<SummaryResult | null> {
    const done = await this.attempt('summary', async () =>
      summarise(material, await this.engines.language(), this.context),
    );
    if (done?.degraded || !done) this.flags.add('summary_degraded');
    this.note('language', done?.engines ?? []);
    return done?.value ?? null;
  }

  private async answer(material: Material): Promise<QueryResult[] | null> {
    const done = await this.attempt('custom_query', async () =>
      answerQueries(material, this.order.job.queries, await this.engines.language(), this.context),
    );
    if (done?.degraded || !done) this.flags.add('query_degraded');
    this.note('language', done?.engines ?? []);
    return done?.value ?? null;
  }

  /**
   * A capability whose engine fails fails the job only where it is the only one asked for, or where every other needs
   * it (decisions.md 3). A summary needs the transcript.
   */
  private failWhereNothingIsLeft(): void {
    const { capabilities } = this.order.job;
    for (const [failed, fault] of this.failures) {
      const others = capabilities.filter((one) => one !== failed);
      const left = others.filter(
        (one) => !this.failures.has(one) && !(failed === 'transcription' && one === 'summary'),
      );
      if (left.length === 0) throw fault;
    }
    if (this.transcript.failure && capabilities.every((one) => one === 'summary'))
      throw speechFault(this.transcript.failure);
  }
}

const speechFault = (text: string): Fault =>
  new Fault('TRANSCRIPTION_FAILED', 'no transcript', { text });
