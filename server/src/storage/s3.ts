/** Stores objects in a bucket of S3 or of a compatible server. */
import { createReadStream } from 'node:fs';
import { addAbortSignal, Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Fault } from '@reelsight/contract';
import { paced } from './least-rate.ts';
import { exactly, writeNewFile } from './local-file.ts';
import {
  answerWithin,
  connect,
  type S3Limits,
  StorageAway,
  tagOf,
  upload,
  usualLimits,
} from './s3-requests.ts';
import type {
  ListedObject,
  ReadOptions,
  Storage,
  StorageBody,
  StoredObject,
  UploadGrant,
} from './storage.ts';
import { checkStorage } from './storage-check.ts';
import { parseStorageKey, type StorageKey } from './storage-key.ts';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface S3Location {
  readonly bucket: string;
  readonly region: string;
  /** Prefix of all keys, without a leading or trailing slash; empty for the whole bucket. */
  readonly prefix: string;
  /** Unset: Amazon's endpoint. */
  readonly endpoint?: string;
  /** Endpoint for clients that upload, if it differs from `endpoint`. */
  readonly publicEndpoint?: string;
  /** If unset, the SDK looks in its usual places, such as the machine's role and shared files. */
  readonly credentials?: S3Credentials;
}

export class S3Storage implements Storage {
  readonly kind = 's3';
  readonly #location: S3Location;
  readonly #client: S3Client;
  /**
   * Client for reads, with connections of its own: clients that read slowly would otherwise use up the connections of
   * all other calls.
   */
  readonly #reader: S3Client;
  /** Client that signs URLs for the endpoint that uploading clients use. */
  readonly #signer: S3Client;
  readonly #now: () => number;
  readonly #limits: S3Limits;

  constructor(location: S3Location, now: () => number, limits = usualLimits) {
    this.#location = location;
    this.#now = now;
    this.#limits = limits;
    this.#client = connect(location, location.endpoint, limits);
    this.#reader = connect(location, location.endpoint, limits, readsAtOnce);
    this.#signer = connect(location, location.publicEndpoint ?? location.endpoint, limits);
  }

  async put(
    key: StorageKey,
    body: StorageBody,
    options: { readonly contentType?: string; readonly signal?: AbortSignal } = {},
  ): Promise<StoredObject> {
    options.signal?.throwIfAborted();
    const stop = new AbortController();
    const abort = () => stop.abort(options.signal?.reason);
    const sent = new SentBody(body, (reason) => stop.abort(reason));
    const params = {
      ...this.#at(key),
      ...(options.contentType && { ContentType: options.contentType }),
    };
    options.signal?.addEventListener('abort', abort, { once: true });

    try {
      const { stallMs } = this.#limits;
      const etag = await upload(this.#client, params, sent.content, { stallMs, stop });
      return { sizeBytes: sent.sizeBytes, etag };
    } catch (error) {
      throw fullFault(error);
    } finally {
      options.signal?.removeEventListener('abort', abort);
      sent.close();
    }
  }

  async get(
    key: StorageKey,
    options: ReadOptions & {
      readonly range?: { readonly start: number; readonly end: number };
    } = {},
  ): Promise<(StoredObject & { readonly stream: Readable }) | null> {
    const range = options.range && `bytes=${options.range.start}-${options.range.end}`;
    const command = new GetObjectCommand({
      ...this.#at(key),
      ...(range && { Range: range }),
      ...(options.etag && { IfMatch: `"${options.etag}"` }),
    });
    const response = await absentAsNull(
      answerWithin(
        this.#limits.answerMs,
        (abortSignal) => this.#reader.send(command, { abortSignal }),
        options.signal,
      ),
    );
    if (!response) return null;

    const stream = response.Body as Readable;
    const { sizeBytes, etag } = factsOf(response, () => stream.destroy());
    if (range && response.ContentRange === undefined) {
      stream.destroy();
      throw new StorageAway(`not the requested range of ${key}`);
    }
    // Checked again, because not every server respects If-Match.
    if (options.etag !== undefined && etag !== options.etag) {
      stream.destroy();
      return null;
    }

    if (options.signal) addAbortSignal(options.signal, stream);
    return { stream, sizeBytes, etag };
  }

  async head(key: StorageKey): Promise<StoredObject | null> {
    const command = new HeadObjectCommand(this.#at(key));
    const response = await absentAsNull(
      answerWithin(this.#limits.answerMs, (abortSignal) =>
        this.#client.send(command, { abortSignal }),
      ),
    );
    return response && factsOf(response);
  }

  async download(key: StorageKey, toPath: string, options: ReadOptions = {}): Promise<boolean> {
    const slow = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, slow.signal]) : slow.signal;
    const storedObject = await this.get(key, { ...options, signal });
    if (!storedObject) return false;

    const onSlow = () => slow.abort(new StorageAway(`too few bytes of ${key}`));
    const chunks = paced(storedObject.stream, this.#limits.rate, onSlow, signal);
    await writeNewFile(toPath, exactly(chunks, storedObject.sizeBytes), { signal });
    return true;
  }

  async delete(key: StorageKey): Promise<void> {
    const command = new DeleteObjectCommand(this.#at(key));
    const answer = await answerWithin(this.#limits.manyMs, (abortSignal) =>
      this.#client.send(command, { abortSignal }),
    );
    // S3 answers 204. Another answer may be a page of a proxy, so the object is looked for.
    if (answer.$metadata.httpStatusCode !== 204 && (await this.head(key)))
      throw new StorageAway(`${key} is still there`);
  }

  async deletePrefix(folder: StorageKey): Promise<number> {
    let removedCount = 0;

    for await (const page of this.#pages(folder)) {
      const keys = page.map((object) => ({ Key: this.#at(object.key).Key }));
      if (keys.length === 0) continue;

      const command = new DeleteObjectsCommand({
        Bucket: this.#location.bucket,
        Delete: { Objects: keys },
      });
      const answer = await answerWithin(this.#limits.manyMs, (abortSignal) =>
        this.#client.send(command, { abortSignal }),
      );
      const first = answer.Errors?.[0];
      if (first) throw new Error(`S3 did not delete ${first.Key}: ${first.Code}`);
      if (answer.Deleted?.length !== keys.length) throw new StorageAway('no list of deletions');
      removedCount += keys.length;
    }

    return removedCount;
  }

  async *list(folder?: StorageKey): AsyncGenerator<ListedObject> {
    for await (const page of this.#pages(folder)) yield* page;
  }

  /** Yields the objects in pages of at most 1,000, as S3 lists them. */
  async *#pages(folder: StorageKey | undefined): AsyncGenerator<ListedObject[]> {
    const base = this.#location.prefix === '' ? '' : `${this.#location.prefix}/`;
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        Bucket: this.#location.bucket,
        Prefix: folder === undefined ? base : `${base}${folder}/`,
        ...(token && { ContinuationToken: token }),
      });
      const answer = await answerWithin(this.#limits.manyMs, (abortSignal) =>
        this.#client.send(command, { abortSignal }),
      );
      // Every list says whether there is more. What does not is no list, and must not look like an empty folder.
      if (answer.IsTruncated === undefined) throw new StorageAway('no list');
      yield (answer.Contents ?? []).flatMap((object) => {
        const key = parseStorageKey((object.Key ?? '').slice(base.length));
        if (key === null) return [];
        return [
          { key, sizeBytes: object.Size ?? 0, modifiedAt: object.LastModified ?? new Date(0) },
        ];
      });
      token = answer.NextContinuationToken;
    } while (token !== undefined);
  }

  /**
   * The URL permits only a PUT with the signed length and type. S3 lets it be repeated until the URL expires, so
   * readers pin the ETag.
   */
  async presignPut(key: StorageKey, grant: UploadGrant): Promise<string> {
    const command = new PutObjectCommand({
      ...this.#at(key),
      ContentType: grant.contentType,
      ContentLength: grant.sizeBytes,
    });
    const nowMs = this.#now();
    return getSignedUrl(this.#signer, command, {
      signingDate: new Date(nowMs),
      expiresIn: Math.max(1, Math.floor((grant.expiresAt.getTime() - nowMs) / 1000)),
      signableHeaders: new Set(['host', 'content-type', 'content-length']),
    });
  }

  async check(signal: AbortSignal): Promise<void> {
    await checkStorage(this, signal);
  }

  async close(): Promise<void> {
    this.#client.destroy();
    this.#reader.destroy();
    this.#signer.destroy();
  }

  #at(key: StorageKey): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.#location;
    return { Bucket: bucket, Key: prefix === '' ? key : `${prefix}/${key}` };
  }
}

/**
 * Maximum number of simultaneous reads. The API allows its clients fewer than this, so that connections remain for
 * jobs.
 */
const readsAtOnce = 1200;

/** A request body that counts its bytes, and closes its source even if nothing has read it. */
class SentBody {
  readonly content: Uint8Array | Readable;
  sizeBytes = 0;
  readonly #source: Readable | undefined;
  readonly #onFailure: (error: unknown) => void;

  constructor(body: StorageBody, onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
    if (body instanceof Uint8Array) {
      this.content = body;
      this.sizeBytes = body.length;
      return;
    }

    this.#source = 'path' in body ? createReadStream(body.path) : body.stream;
    const promised = 'stream' in body ? body.sizeBytes : undefined;
    this.content = Readable.from(this.#count(this.#source, promised), { objectMode: false });
  }

  async *#count(source: Readable, promised: number | undefined): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of promised === undefined ? source : exactly(source, promised)) {
        this.sizeBytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      this.#onFailure(error);
      throw error;
    }
  }

  close(): void {
    this.#source?.destroy();
  }
}

interface Facts {
  readonly ETag?: string | undefined;
  readonly ContentLength?: number | undefined;
}

/**
 * Every object of S3 has a version and a length. A page of a proxy with status 200 has not, and must count neither as a
 * file that was stored nor as an empty one.
 */
function factsOf(response: Facts, drop: () => void = () => undefined): StoredObject {
  try {
    if (response.ContentLength === undefined) throw new StorageAway('an object without a length');
    return { sizeBytes: response.ContentLength, etag: tagOf(response) };
  } catch (error) {
    drop();
    throw error;
  }
}

async function absentAsNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    // 404: there is no such key; 412: the key exists, but with another version.
    if (status === 404 || status === 412) return null;
    if (status === 416) throw new RangeError('range starts past the end', { cause: error });
    throw error;
  }
}

function fullFault(error: unknown): unknown {
  const full = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 507;
  return full ? new Fault('STORAGE_FULL', `S3: ${error.name}`, { cause: error }) : error;
}
