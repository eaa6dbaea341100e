/**
 * Files of the jobs whose parts this worker runs, one folder per job: linked from local storage, or read in ranges
 * from S3.
 */

import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  ArtifactDamaged,
  type ArtifactSchema,
  readOptionalArtifact,
} from '../../artifacts/read-artifact.ts';
import type { Holder } from '../../artifacts/stored-paths.ts';
import { readMediaPass } from '../../media/frames.ts';
import type { MediaPass } from '../../media/media.ts';
import { piecesOf } from '../../media/sound-pack.ts';
import { packRange, soundCells } from '../../perception/cells.ts';
import type { CellSpan, PartFiles, PartKind } from '../../perception/part.ts';
import { artifactKey } from '../../storage/artifact-key.ts';
import { abortOf } from '../processes/watched-process.ts';
import type { PartStore } from './held-part.ts';

/** An unused folder is removed after this long; until then the job's next part can reuse its files. */
const idleMs = 60_000;

/** Files that a part needs are missing: the job's media was removed, or the storage lost it. */
export class FilesGone extends Error {}

interface JobFolder {
  readonly path: string;
  readonly ready: Promise<MediaPass>;
  users: number;
  timer: NodeJS.Timeout | null;
}

/** Where the files of a part go, and how long they are needed. */
interface Place {
  /** Folder of the job. */
  readonly folder: string;
  readonly pass: MediaPass;
  /** Folder of the part. */
  readonly own: string;
  readonly signal: AbortSignal;
}

export class PartFilesOfJobs {
  readonly #storage: PartStore;
  readonly #root: string;
  readonly #folders = new Map<string, JobFolder>();

  constructor(storage: PartStore, root: string) {
    this.#storage = storage;
    this.#root = root;
  }

  /**
   * Takes over the folder of an ingestion and its description, so that this worker need not fetch the files for the
   * job's parts.
   */
  async adopt(jobId: string, folder: string, pass: MediaPass): Promise<void> {
    const path = join(this.#root, jobId);
    const previous = this.#folders.get(jobId);
    if (previous?.timer) clearTimeout(previous.timer);

    this.#folders.delete(jobId);
    await rm(path, { recursive: true, force: true });
    await mkdir(this.#root, { recursive: true });
    await rename(folder, path);

    const adopted: JobFolder = { path, ready: Promise.resolve(pass), users: 0, timer: null };
    this.#folders.set(jobId, adopted);
    this.#release(jobId, adopted);
  }

  /**
   * Runs `work` once the small files of a job are available, with their folder and the parsed `media.json`. A caller
   * that aborts only stops waiting for the files, because other parts of the job may still need them.
   */
  async use<T>(
    job: Holder,
    work: (folder: string, pass: MediaPass) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const folder = this.#open(job);
    folder.users += 1;

    if (folder.timer) clearTimeout(folder.timer);
    try {
      return await work(folder.path, await Promise.race([folder.ready, abortOf(signal)]));
    } catch (error) {
      // A file that is damaged here may be intact in storage, so the folder is dropped and the next part fetches the
      // file again.
      if (error instanceof FilesGone || error instanceof ArtifactDamaged)
        this.#forget(job.id, folder);
      throw error;
    } finally {
      folder.users -= 1;
      this.#release(job.id, folder);
    }
  }

  /** Sound and frames of a part as local files; ranges fetched only for this part are in `own`. */
  async filesOf(
    job: Holder,
    part: { readonly kind: PartKind; readonly span: CellSpan },
    place: Place,
  ): Promise<PartFiles> {
    const { folder, pass, signal } = place;
    const wants = wantsOf(part.kind);
    // The join expects the thumbnail next to `media.json`.
    if (part.kind === 'join' && pass.thumbnail)
      await this.#whole(job, pass.thumbnail, { folder, signal, required: true });

    return {
      pass: join(folder, 'media.json'),
      sound: wants.sound && pass.audio ? await this.#sound(job, part, place) : null,
      frames: wants.frames && pass.images.length > 0 ? await this.#frames(job, part, place) : null,
    };
  }

  /** Reads a small file of the ingestion; null if the ingestion did not write it. Throws ArtifactDamaged. */
  async read<T>(
    job: Holder,
    file: string,
    schema: ArtifactSchema<T>,
    { folder, signal }: Pick<Place, 'folder' | 'signal'>,
  ): Promise<T | null> {
    const path = join(folder, file);
    if (!(await exists(path))) await this.#bring(job, file, path, signal);
    return readOptionalArtifact(path, schema);
  }

  #open(job: Holder): JobFolder {
    const existing = this.#folders.get(job.id);
    if (existing) return existing;

    const path = join(this.#root, job.id);
    const ready = this.#fetch(job, path);
    const folder: JobFolder = { path, ready, users: 0, timer: null };
    ready.catch(() => this.#forget(job.id, folder));
    this.#folders.set(job.id, folder);

    return folder;
  }

  async #fetch(job: Holder, path: string): Promise<MediaPass> {
    await rm(path, { recursive: true, force: true });
    await mkdir(path, { recursive: true });
    if (!(await this.#bring(job, 'media.json', join(path, 'media.json'))))
      throw new FilesGone(`${job.id}: no media.json`);
    return readMediaPass(join(path, 'media.json'));
  }

  /**
   * Removes an unused folder after a while. Does nothing if another folder of the same job has replaced it, because
   * both have the same path.
   */
  #release(jobId: string, folder: JobFolder): void {
    if (folder.users > 0 || this.#folders.get(jobId) !== folder) return;
    folder.timer = setTimeout(() => {
      if (this.#forget(jobId, folder)) void rm(folder.path, { recursive: true, force: true });
    }, idleMs);
    folder.timer.unref();
  }

  /** Returns false if another folder has replaced this one. */
  #forget(jobId: string, folder: JobFolder): boolean {
    return this.#folders.get(jobId) === folder && this.#folders.delete(jobId);
  }

  async #sound(
    job: Holder,
    { kind, span }: { kind: PartKind; span: CellSpan },
    { folder, pass, own: partFolder, signal }: Place,
  ): Promise<NonNullable<PartFiles['sound']>> {
    const { pieces, channels = 1 } = pass.audio ?? {};
    const file = pieces ? soundPack : oldSound;
    const unpackTo = pieces ? join(partFolder, 'sound.wav') : null;
    // The previous version stored sound without pieces, so its sound is always fetched whole.
    const required = kind === 'speakers' || !pieces;
    const wholePath = await this.#whole(job, file, { folder, signal, required });
    if (wholePath || !pieces) return { path: wholePath ?? '', startSeconds: 0, unpackTo };

    const cells = soundCells(pass).slice(span.from, span.to);
    const timeRange = { start: cells[0]?.start ?? 0, end: cells.at(-1)?.end ?? 0 };
    const pieceRange = piecesOf({ pieces, channels }, timeRange);
    const path = join(partFolder, file);
    const range = { start: pieceRange.offset, end: pieceRange.offset + pieceRange.bytes - 1 };
    // A range of silence has no bytes to fetch.
    await writeFile(path, pieceRange.bytes > 0 ? await this.#range(job, file, range, signal) : '');

    return { path, startSeconds: pieceRange.startSeconds, unpackTo };
  }

  async #frames(
    job: Holder,
    { kind, span }: { kind: PartKind; span: CellSpan },
    { folder, pass, own: partFolder, signal }: Place,
  ): Promise<NonNullable<PartFiles['frames']>> {
    const wholePath = await this.#whole(job, 'frames.pack', {
      folder,
      signal,
      required: kind === 'join',
    });
    if (wholePath) return { path: wholePath, offset: 0 };

    const { offset: start, length } = packRange(pass, span);
    const path = join(partFolder, 'frames.pack');
    await writeFile(
      path,
      await this.#range(job, 'frames.pack', { start, end: start + length - 1 }, signal),
    );

    return { path, offset: start };
  }

  /** Path of the whole file if it is local, cheap to link, or required; otherwise null. */
  async #whole(
    job: Holder,
    file: string,
    { folder, signal, required }: Pick<Place, 'folder' | 'signal'> & { readonly required: boolean },
  ): Promise<string | null> {
    const path = join(folder, file);
    if (await exists(path)) return path;
    if (!required && this.#storage.kind !== 'files') return null;
    if (!(await this.#bring(job, file, path, signal))) throw new FilesGone(`${job.id}: no ${file}`);
    return path;
  }

  /**
   * Downloads to a temporary name, then renames: if two parts start at once, both may do so, and each leaves a
   * complete file.
   */
  async #bring(job: Holder, file: string, path: string, signal?: AbortSignal): Promise<boolean> {
    const aside = `${path}.${randomUUID()}`;
    const key = artifactKey(job, 'ingestion', file);
    if (!(await this.#storage.download(key, aside, { ...(signal && { signal }) }))) return false;
    await rename(aside, path);
    return true;
  }

  async #range(
    job: Holder,
    file: string,
    range: { readonly start: number; readonly end: number },
    signal: AbortSignal,
  ): Promise<Buffer> {
    const object = await this.#storage.get(artifactKey(job, 'ingestion', file), { range, signal });
    if (!object) throw new FilesGone(`${job.id}: no ${file}`);
    return buffer(object.stream);
  }
}

const soundPack = 'sound.pack';
/** File name of the sound in the previous version's format: a WAV file. */
const oldSound = 'audio.wav';

const wantsOf = (kind: PartKind) => ({
  sound: kind === 'hear' || kind === 'speakers',
  frames: kind === 'read' || kind === 'detect' || kind === 'join',
});

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
