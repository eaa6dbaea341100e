/** How requests are sent to S3: how long each may take, when an upload is given up, and which answers are S3's. */
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { LeastRate } from './least-rate.ts';

export interface S3Limits {
  /** How long a read may wait for the head of its answer, with all of the SDK's attempts. */
  readonly answerMs: number;
  /** The same for lists and deletions, of which one covers a thousand objects. */
  readonly manyMs: number;
  /**
   * How long a request may stand still: nothing more of its body is taken, and nothing more of its answer comes. For
   * writes, this covers all attempts, because what a silent store took once it takes again.
   */
  readonly stallMs: number;
  /** Downloads to a file that are slower than this end. */
  readonly rate: LeastRate;
}

/** The SDK waits a minute in each of its four attempts, and then callers of the API would wait for four. */
export const usualLimits: S3Limits = {
  answerMs: 30_000,
  manyMs: 60_000,
  stallMs: 60_000,
  rate: { bytesPerSecond: 1024, overMs: 60_000 },
};

const connectionMs = 5_000;
const attemptsAtMost = 4;

// With two parts of 8 MB in flight, a write takes at most 16 MB of memory; 10,000 parts limit an
// object to 80 GB.
const partBytes = 8 * 1024 * 1024;
const partsInFlight = 2;
/** Bodies are sent in pieces of this size, so that slow progress within a part is seen. */
const pieceBytes = 64 * 1024;

/** The store, or something in front of it, did not answer as S3 does. */
export class StorageAway extends Error {
  /** As errors of the SDK have it; `isStorageAway` knows them by it. */
  readonly $metadata = {};
}

/** What clients of one store have in common; `maxSockets` limits the connections. */
export function connect(
  location: Pick<S3ClientConfig, 'credentials'> & { readonly region: string },
  endpoint: string | undefined,
  { stallMs }: Pick<S3Limits, 'stallMs'>,
  maxSockets?: number,
): S3Client {
  const agent = { maxSockets, keepAlive: true } as const;
  return new S3Client({
    region: location.region,
    // Servers other than Amazon's seldom have a separate host name for each bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(location.credentials && { credentials: location.credentials }),
    // Many servers do not know the checksum trailers that the SDK sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attemptsAtMost,
    requestHandler: {
      connectionTimeout: connectionMs,
      socketTimeout: stallMs,
      ...(maxSockets !== undefined && { httpAgent: agent, httpsAgent: agent }),
    },
  });
}

/** Sends a request, and gives it up if the head of the answer takes longer than this. */
export async function answerWithin<T>(
  ms: number,
  send: (abortSignal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ms);
  try {
    return await send(signal ? AbortSignal.any([signal, late.signal]) : late.signal);
  } catch (error) {
    if (!late.signal.aborted || signal?.aborted) throw error;
    throw new StorageAway(`no answer within ${ms} ms`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

type UploadParams = Pick<PutObjectCommandInput, 'Bucket' | 'Key' | 'ContentType'>;

/**
 * Uploads a body, in parts if it is large, and returns its ETag. The first failure ends all requests of the upload, and
 * is the one that is thrown; `stop` is such a failure too, with its reason.
 */
export async function upload(
  client: S3Client,
  params: UploadParams,
  body: Uint8Array | Readable,
  { stallMs, stop }: Pick<S3Limits, 'stallMs'> & { readonly stop: AbortController },
): Promise<string> {
  const send = async (command: PutObjectCommand): Promise<unknown> => {
    // The parts that the store already has are removed although the upload has failed.
    const isCleanup = command instanceof AbortMultipartUploadCommand;
    try {
      const answer = await sendSteadily(client, command, stallMs, isCleanup ? null : stop.signal);
      checkStep(command, answer);
      return answer;
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  };
  const transfer = new Upload({
    // The SDK's class needs nothing else of the client than its settings.
    client: Object.create(client, { send: { value: send } }) as S3Client,
    params: { ...params, Body: body },
    partSize: partBytes,
    queueSize: partsInFlight,
  });
  // Ends the wait at once; the SDK then removes stored parts in the background.
  const abort = (): void => void transfer.abort();
  stop.signal.addEventListener('abort', abort, { once: true });

  try {
    return tagOf(await transfer.done());
  } catch (error) {
    // The first reason stays.
    stop.abort(error);
    throw stop.signal.reason;
  } finally {
    stop.signal.removeEventListener('abort', abort);
  }
}

/** Sends a request, and gives it up if it stands still: not after a time, because uploads may be slow. */
async function sendSteadily(
  client: S3Client,
  command: PutObjectCommand,
  stallMs: number,
  signal: AbortSignal | null,
): Promise<unknown> {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), stallMs);
  let mostTaken = 0;
  const onTaken = (bytes: number): void => {
    if (bytes <= mostTaken) return;

    mostTaken = bytes;
    timer.refresh();
  };

  command.middlewareStack.add(
    (next) => async (attempt) => {
      const request = attempt.request as { body?: unknown };
      if (request.body instanceof Uint8Array && request.body.length > pieceBytes)
        request.body = Readable.from(pieces(request.body, onTaken), { objectMode: false });

      const result = await next({ ...attempt, request });
      const response = result.response as { body?: unknown };
      timer.refresh();
      if (response.body instanceof Readable)
        response.body = Readable.from(watchedAnswer(response.body, () => timer.refresh()));
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'progress' },
  );

  try {
    const abortSignal = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal;
    return await client.send(command, { abortSignal });
  } catch (error) {
    if (!stalled.signal.aborted || signal?.aborted) throw error;
    throw new StorageAway(`no progress in ${stallMs} ms`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Tells before each piece how many bytes of the body the connection has taken. */
function* pieces(body: Uint8Array, onTaken: (bytes: number) => void): Generator<Uint8Array> {
  for (let start = 0; start < body.length; start += pieceBytes) {
    onTaken(start);
    yield body.subarray(start, start + pieceBytes);
  }
  onTaken(body.length);
}

async function* watchedAnswer(answer: Readable, onChunk: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of answer) {
    onChunk();
    yield chunk;
  }
}

interface StepAnswer {
  readonly ETag?: string;
  readonly UploadId?: string;
}

/**
 * Checks that S3 has done a step of an upload. A page of a proxy with status 200 tells neither an upload nor a version;
 * without this check, the first part of a file would then be stored as the whole of it.
 */
function checkStep(command: unknown, answer: unknown): void {
  const step = answer as StepAnswer;
  if (command instanceof CreateMultipartUploadCommand && !step.UploadId)
    throw new StorageAway('an upload without an id');

  if (command instanceof UploadPartCommand || command instanceof CompleteMultipartUploadCommand)
    tagOf(step);
}

/** Returns the version of an object, without the quotes of the header. */
export function tagOf({ ETag: tag }: { readonly ETag?: string | undefined }): string {
  if (!tag) throw new StorageAway('an object without an ETag');
  return tag.replaceAll('"', '');
}
