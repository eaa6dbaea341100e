/** One attempt at a job's ingestion: claims the job, fetches the video, takes it apart, admits it and plans its parts. */
import { existsSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault, type MetadataResult, metadataResult, needs } from '@reelsight/contract';
import { ArtifactDamaged, readOptionalArtifact } from '../artifacts/read-artifact.ts';
import { findJob, findTriedLink, type JobRow, type LinkVideo } from '../db/jobs/jobs.ts';
import type { Domain } from '../domain/domain.ts';
import { claimJob } from '../domain/jobs/claim-jobs.ts';
import { type Admission, admitProbed, type IngestedFacts } from '../domain/jobs/ingested.ts';
import { failJob, heartbeat, type Interruption, retryJob } from '../domain/jobs/lifecycle.ts';
import { isTerminal } from '../domain/states/job-states.ts';
import type { EngineSettings } from '../engines/registry.ts';
import { readMediaPass } from '../media/frames.ts';
import { type Caps, type IngestLimits, type MediaPass, mediaPass } from '../media/media.ts';
import type { HeldTask } from '../queue/consume-loop.ts';
import { isDiskFull } from '../storage/local-file.ts';
import type { Storage } from '../storage/storage.ts';
import { storageKey } from '../storage/storage-key.ts';
import { currentSpan, inSpan, inThisScope, step } from '../tracing/scope.ts';
import { noTracer, type Tracer } from '../tracing/tracer.ts';
import { fetchStage, keepStage } from './artifacts.ts';
import { type CaptionsWanted, captionsFile, captionsWanted, takeCaptions } from './captions.ts';
import { checkReadable } from './check-readable.ts';
import { planIngested } from './conductor.ts';
import { sendHeartbeats } from './heartbeat.ts';
import type { Probed } from './ingestion-messages.ts';
import type { IngestionProcesses } from './ingestion-processes.ts';
import { dropKeptSource, fetchKeptSource, hasKeptSource, keepSource } from './kept-source.ts';
import { writeLibrary } from './library.ts';
import { stageLate } from './overdue.ts';
import type { PartFilesOfJobs } from './part-files.ts';
import { type PartSizes, planParts } from './plan-parts.ts';
import { removeLate } from './remove-late.ts';
import { readUsable, reuseMedia } from './reuse.ts';
import { type FetchedSource, fetchSource, type LinkSource } from './source.ts';
import type { Deadlines } from './stages.ts';
import { WorkerClosing, watchTask } from './watch-task.ts';
import { ProcessDied, StartFailed } from './watched-process.ts';

export interface IngestionDeps {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly sources: LinkSource;
  readonly workerId: string;
  readonly workDir: string;
  /** Downloads under way, kept over attempts and restarts. */
  readonly downloadsDir: string;
  readonly deadlines: Deadlines;
  readonly limits: IngestLimits;
  readonly partSizes: PartSizes;
  readonly processes: Pick<IngestionProcesses, 'run'>;
  readonly files: PartFilesOfJobs;
  readonly engines: EngineSettings;
  readonly hasVision: boolean;
  readonly onStage: (stage: string, outcome: string, seconds: number) => void;
  readonly tracer?: Tracer;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
  /** Calls back when the job was cancelled elsewhere; returns how to stop listening. */
  readonly onEnded: (jobId: string, callback: () => void) => () => void;
}

/** Most time that may be lost to full disks: a video that fits nowhere must not fill them again and again. */
const fullLimitMs = 600_000;

/** The attempt no longer owns its job: cancelled, deleted, or taken up by another worker. */
class JobLost extends Error {}

/** The job waits for credits: it was held as soon as the length of its video was known. */
class JobHeld extends Error {}

/** Data of an `analysis` task. */
export interface IngestionTask {
  readonly jobId: string;
  /** False: nobody has started the job before. */
  readonly tried?: boolean;
}

export async function ingestJob(deps: IngestionDeps, task: HeldTask<IngestionTask>): Promise<void> {
  const { domain, workerId } = deps;
  const { jobId, tried: wasTried } = task.data;
  const downloaded = wasTried !== false && (await isDownloaded(deps, jobId));
  const claim = await claimJob(domain, { jobId, taskId: task.id, workerId, downloaded });
  if (!('job' in claim)) return;

  const { id, workspace_id, attempt, trace } = claim.job;
  const attributes = {
    'reelsight.job_id': id,
    'reelsight.workspace_id': workspace_id,
    'reelsight.attempt': attempt,
    'reelsight.worker_id': workerId,
  };
  const { tracer = noTracer } = deps;
  const span = tracer.start('ingestion', trace?.traceparent, { kind: 'consumer', attributes });
  await inSpan(span, { job_id: id, workspace_id, attempt }, () =>
    new Attempt(deps, task, claim.job).run(),
  );
}

/** Whether the video of a link was kept in storage by an earlier attempt. */
async function isDownloaded({ domain, storage }: IngestionDeps, jobId: string): Promise<boolean> {
  const link = await findTriedLink(domain.db, jobId);
  // If the storage does not answer, the attempt must deal with it.
  return link !== undefined && (await hasKeptSource(storage, link).catch(() => false));
}

class Attempt {
  readonly #deps: IngestionDeps;
  readonly #task: HeldTask<IngestionTask>;
  readonly #job: JobRow;
  readonly #workDir: string;
  readonly #downloadDir: string;
  readonly #stop = new AbortController();
  #percent = 0;
  #videoId: string | null = null;
  #source: FetchedSource | null = null;
  /** The source was taken from storage, where an earlier attempt left it. */
  #sourceStored = false;
  /** The source stays in storage, for the player and for clips. */
  #keepsVideo = false;
  /** The link video of the job whose media this one reused. */
  #reusedVideo: LinkVideo | null = null;

  constructor(deps: IngestionDeps, task: HeldTask<IngestionTask>, job: JobRow) {
    this.#deps = deps;
    this.#task = task;
    this.#job = job;
    this.#workDir = join(deps.workDir, `${job.id}-${job.attempt}`);
    this.#downloadDir = join(deps.downloadsDir, job.id);
  }

  async run(): Promise<void> {
    const end = this.#watch();
    try {
      await this.#ingest();
    } catch (error) {
      const stopped = this.#stop.signal.aborted && !(error instanceof JobHeld);
      await this.#giveUp(stopped ? this.#stop.signal.reason : error);
    } finally {
      end();
      await rm(this.#workDir, { recursive: true, force: true });
    }
  }

  /** Gets the media from an earlier attempt, another job or the video itself; then admits the job and plans its parts. */
  async #ingest(): Promise<void> {
    const { storage, hasVision } = this.#deps;
    if (this.#job.ask.surfaces.length > 0 && !hasVision)
      throw new Fault('SURFACE_VERIFICATION_UNAVAILABLE', 'no vision model');

    this.#log('job started', { attempt: this.#job.attempt });
    const folder = join(this.#workDir, 'ingestion');
    await mkdir(folder, { recursive: true });

    const finished = !(await this.#restored());
    let mediaBytes: number | null = null;
    if (finished) {
      await this.#timed(async (signal) => {
        if (!(await this.#reused(signal))) await this.#takeApart(signal);
        await takeCaptions(folder, await this.#captions());
        await writeLibrary(this.#deps, this.#job, folder, signal);
        mediaBytes = await step('store', () =>
          keepStage(storage, this.#job, 'ingestion', this.#workDir, signal),
        );
      });
    }

    await this.#admit(folder, finished, mediaBytes);
  }

  /** What an earlier attempt left in storage. */
  async #restored(): Promise<boolean> {
    if (!this.#job.stages_completed.includes('ingestion')) return false;

    const { storage } = this.#deps;
    const isFound = await fetchStage(
      storage,
      this.#job,
      'ingestion',
      this.#workDir,
      this.#stop.signal,
    );
    const folder = join(this.#workDir, 'ingestion');
    const media = isFound && (await this.#readUsable(join(folder, 'media.json')));
    if (media) return true;

    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);

    return false;
  }

  #readUsable(path: string): Promise<object | null> {
    return readUsable(path, mediaPass, ({ message }) => {
      this.#log('media of an earlier attempt not usable', { error: message });
    });
  }

  /** Media, and with `from_job` the transcript, of another job on the same video. */
  async #reused(signal: AbortSignal): Promise<boolean> {
    const reuse = await reuseMedia(this.#deps, this.#job, this.#workDir, signal);
    this.#videoId = reuse?.videoId ?? null;
    this.#reusedVideo = reuse?.linkVideo ?? null;
    return reuse !== null;
  }

  async #takeApart(signal: AbortSignal): Promise<void> {
    const { processes, limits } = this.#deps;
    const source = await step('fetch', () => this.#fetch(signal));
    const { capabilities, fps, audio_track: audioTrack = null } = this.#job.ask;
    const outDir = join(this.#workDir, 'ingestion');
    const order = {
      source: source.path,
      outDir,
      limits,
      audioTrack,
      fps: needs('frames', capabilities) ? fps : 0,
    };
    // The download was the first half of the bar.
    const onProgress = (fraction: number): void => this.#progress(0.5 + fraction / 2);
    const onPid = inThisScope((pid: number | undefined) => this.#log('ingestion began', { pid }));
    const onProbed = inThisScope((probed: Probed) => this.#admitProbed(source, probed));
    await step('decode', () => processes.run(order, { onPid, onProgress, onProbed }, signal));

    if (source.metadata)
      await writeFile(join(outDir, 'metadata.json'), JSON.stringify(source.metadata));
    if (source.captions)
      await writeFile(join(outDir, captionsFile), JSON.stringify(source.captions));

    await step('keep', () => this.#keepVideo(source, signal));
    await rm(join(this.#workDir, 'source'), { recursive: true, force: true });
  }

  /** Best effort: the results no longer need the video, and a nearly full disk is left to new work. */
  async #keepVideo(source: FetchedSource, signal: AbortSignal): Promise<void> {
    const { settings, ports } = this.#deps.domain;
    const { url, ask } = this.#job;
    if (url === null || !settings.keepLinkVideos || !needs('frames', ask.capabilities)) return;

    try {
      if (!this.#sourceStored) {
        const { size } = await stat(source.path);
        await ports.checkDisk(size);
        await keepSource(this.#deps.storage, this.#job, source, signal);
      }
      this.#keepsVideo = true;
    } catch (error) {
      signal.throwIfAborted();
      this.#log('video of the link not kept', { error: String(error) });
    }
  }

  /** Before anything is decoded. Throws JobHeld, JobLost, or the Fault that refuses the video. */
  async #admitProbed(source: FetchedSource, probed: Probed): Promise<Caps> {
    const facts = this.#facts(source.metadata, probed);
    const admission = await admitProbed(this.#deps.domain, { job: this.#job, facts });
    if (admission.kind === 'go') return admission.caps;
    // Thrown at once, because the next heartbeat would report the job as lost.
    throw admission.kind === 'held' ? new JobHeld(this.#job.id) : this.#refusal(admission);
  }

  #refusal(admission: Exclude<Admission, { kind: 'go' }>): Error {
    return admission.kind === 'refused' ? admission.fault : new JobLost(this.#job.id);
  }

  #facts(metadata: MetadataResult | null, { title, durationSeconds }: Probed): IngestedFacts {
    return { videoId: this.#videoId, title: metadata?.title ?? title, durationSeconds };
  }

  #captions(): Promise<CaptionsWanted | null> {
    return captionsWanted(this.#job, this.#deps.engines);
  }

  async #fetch(signal: AbortSignal): Promise<FetchedSource> {
    const folders = { upload: join(this.#workDir, 'source'), download: this.#downloadDir };
    const onProgress = (fraction: number): void => this.#progress(fraction / 2);
    const captions = await this.#captions();
    // Only a download is kept; an upload stays in storage anyway.
    const keptSource =
      this.#job.url !== null && this.#job.attempt > 1
        ? await fetchKeptSource(this.#deps.storage, this.#job, folders.upload, signal)
        : null;
    this.#sourceStored = keptSource !== null;

    const source =
      keptSource ??
      (await fetchSource(this.#deps, this.#job, folders, { captions, signal, onProgress }));
    this.#source = source;
    this.#videoId = source.videoId;

    return source;
  }

  #progress(fraction: number): void {
    // Picture and sound may come one after the other, each from its beginning.
    this.#percent = Math.max(this.#percent, Math.round(fraction * 1000) / 10);
  }

  /** Plans the parts, or holds the job; its media is kept in storage for the resume. */
  async #admit(folder: string, finished: boolean, mediaBytes: number | null): Promise<void> {
    const { domain, files, partSizes } = this.#deps;
    const pass = await readMediaPass(join(folder, 'media.json'));
    checkReadable(this.#job.ask, pass);

    const metadata = await readOptionalArtifact(join(folder, 'metadata.json'), metadataResult);
    const transcript = existsSync(join(folder, 'transcript.json'));
    const { durationSeconds, tags } = pass.probe;
    const facts = {
      ...this.#facts(metadata, { durationSeconds, title: tags.title ?? null }),
      measured: { pictures: pass.images.length, hasSound: pass.audio !== null },
    };
    const parts = planParts(this.#job.ask, pass, partSizes, { transcript });

    await files.adopt(this.#job.id, folder, pass);
    const linkVideo = this.#linkVideo(pass);
    const item = { job: this.#job, facts, finished, linkVideo, mediaBytes, parts };
    const admission = await planIngested(domain, item);
    const { kind: admitted } = admission;
    if (finished && admitted !== 'lost') await this.#forgetSource();
    if (admitted === 'lost' || admitted === 'refused') throw this.#refusal(admission);
    this.#log('ingestion ended', { admitted, parts: parts.length });
  }

  #linkVideo({ probe: { container } }: MediaPass): LinkVideo | null {
    if (!this.#keepsVideo) return this.#reusedVideo;
    const type = container === 'webm' || container === 'mkv' ? 'video/webm' : 'video/mp4';
    return { job: this.#job.id, type };
  }

  /** Sends heartbeats and watches deadline, worker and cancellation until the returned function is called. */
  #watch(): () => void {
    const { deadlines, onEnded } = this.#deps;
    const onLost = (): void => this.#stop.abort(new JobLost(this.#job.id));
    const silence = this.#startHeartbeats(onLost);
    const deadline = setTimeout(
      () => this.#stop.abort(new Fault('TIMEOUT', 'job deadline')),
      deadlines.job,
    );
    const unwatch = watchTask(this.#task, this.#stop);
    const forget = onEnded(this.#job.id, onLost);

    return () => {
      silence();
      clearTimeout(deadline);
      unwatch();
      forget();
    };
  }

  #startHeartbeats(onLost: () => void): () => void {
    const { domain } = this.#deps;
    let missedSince: number | null = null;
    const send = async (): Promise<void> => {
      const now = { ...this.#job, stage: 'ingestion' as const, percent: this.#percent };
      if (!(await heartbeat(domain, now))) onLost();
      missedSince = null;
    };

    return sendHeartbeats(send, (error) => {
      // Without a heartbeat for the stall time another worker takes the job over.
      missedSince ??= Date.now();
      if (Date.now() - missedSince > domain.settings.stallMs) onLost();
      this.#log('heartbeat failed', { error: String(error) });
    });
  }

  /** Runs ingestion under its deadline, and notes how long it took. */
  async #timed(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const late = new AbortController();
    const { ingestion } = this.#deps.deadlines.stages;
    const timer = setTimeout(() => late.abort(stageLate('ingestion')), ingestion);
    const startedAt = performance.now();
    let outcome = 'failed';

    try {
      await work(AbortSignal.any([this.#stop.signal, late.signal]));
      outcome = 'finished';
    } catch (error) {
      if (error instanceof JobHeld) outcome = 'held';
      if (isStop(this.#stop.signal.reason ?? error)) outcome = 'stopped';
      throw late.signal.aborted && outcome !== 'held' ? late.signal.reason : error;
    } finally {
      clearTimeout(timer);
      this.#deps.onStage('ingestion', outcome, (performance.now() - startedAt) / 1000);
    }
  }

  async #forgetSource(): Promise<void> {
    await this.#forgetDownload();
    if (this.#job.url !== null && this.#job.attempt > 1 && !this.#keepsVideo)
      await dropKeptSource(this.#deps.storage, this.#job);
  }

  /** Keeps the download in storage, for any worker; if that fails, only on this one. */
  async #hold(): Promise<void> {
    this.#log('job held', {});

    if (this.#job.url === null || !this.#source) return;
    const isKept = await this.#keep(this.#source);
    const row = await this.#row();
    if (row?.status === 'held' && row.attempt === this.#job.attempt) {
      if (isKept) await this.#forgetDownload();
    } else if (row?.media_kept_at) {
      // Another attempt has ingested the video meanwhile, from its own copy.
      if (row.link_video?.job !== row.id) await dropKeptSource(this.#deps.storage, this.#job);
    } else if (!row || isTerminal(row.status)) {
      // Its files were removed when it ended, which may have been before these were stored.
      await this.#forgetDownload();
      await this.#removeArtifacts();
    }
  }

  /** False if the source was not stored completely: then the video is downloaded again. */
  async #keep(source: FetchedSource): Promise<boolean> {
    const late = AbortSignal.timeout(this.#deps.deadlines.stages.ingestion);
    const signal = AbortSignal.any([late, this.#task.signal]);
    try {
      await keepSource(this.#deps.storage, this.#job, source, signal);
      return true;
    } catch (error) {
      this.#log('download not kept', { error: String(error) });
      return false;
    }
  }

  #row(): Promise<JobRow | undefined> {
    const { workspace_id: workspaceId, id } = this.#job;
    return findJob(this.#deps.domain.db, workspaceId, id);
  }

  #removeArtifacts(): Promise<void> {
    const { domain, storage } = this.#deps;
    const { workspace_id: workspaceId, id } = this.#job;
    return removeLate(domain, storage, [storageKey('artifacts', workspaceId, id)]);
  }

  #forgetDownload(): Promise<void> {
    return rm(this.#downloadDir, { recursive: true, force: true });
  }

  /** Decides what an attempt's end means: the job is lost, failed, or retried. */
  async #giveUp(error: unknown): Promise<void> {
    const { domain, deadlines } = this.#deps;
    if (error instanceof JobHeld) return this.#hold();
    if (error instanceof JobLost) return this.#leave();

    currentSpan()?.fail(error);
    const full = isDiskFull(error);
    if (error instanceof Fault && !full) return this.#fail(error);

    const detail = detailOf(error);
    const reason = full ? 'outage' : interruptionBy(error);
    this.#log('attempt ended', { detail, why: reason });

    const fault = full ? diskFull(detail) : new Fault('PROCESSING_ERROR', detail);
    const limitMs = Math.min(
      deadlines.stages.ingestion,
      full ? fullLimitMs : Number.POSITIVE_INFINITY,
    );
    const next = await retryJob(domain, this.#job, fault, reason, limitMs);
    // Another worker may have room, or this one once the download is gone.
    if (next === 'failed' || full) await this.#forgetDownload();
  }

  /** If another attempt is running, it owns the download now. */
  async #leave(): Promise<void> {
    this.#log('job lost', {});
    const row = await this.#row();
    if (row?.status === 'held' && row.attempt === this.#job.attempt) return this.#hold();
    if (row && !isTerminal(row.status)) return;

    await this.#forgetDownload();
    // Stored after the job had ended. Retention knows only of media noted as kept.
    if (row?.media_kept_at) return;
    await this.#removeArtifacts();
  }

  async #fail(fault: Fault): Promise<void> {
    this.#log('job failed', { code: fault.code, detail: fault.detail });
    await this.#forgetDownload();
    await failJob(this.#deps.domain, this.#job, fault);
  }

  #log(message: string, fields: Record<string, unknown>): void {
    this.#deps.log(message, fields);
  }
}

const isStop = (error: unknown): boolean =>
  error instanceof JobLost || error instanceof WorkerClosing;

function interruptionBy(error: unknown): Interruption {
  if (error instanceof WorkerClosing) return 'closing';
  // A damaged kept source stays damaged, so this counts as a crash.
  if (error instanceof ArtifactDamaged) return 'crashed';
  return error instanceof ProcessDied && !(error instanceof StartFailed) ? 'crashed' : 'outage';
}

function detailOf(error: unknown): string {
  if (error instanceof Fault) return error.detail;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const diskFull = (detail: string): Fault =>
  new Fault('EXTRACTION_FAILED', detail, {
    text: 'The service has no disk space left for this video. Try again later.',
  });
