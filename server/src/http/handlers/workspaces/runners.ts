/** Calls with which the operator manages runners, and the calls that runners make. */
import {
  type ClaimParts,
  type CreateRunner,
  Fault,
  type InterruptedPart,
  type RunnerHeartbeat,
} from '@reelsight/contract';
import * as runners from '../../../domain/workspaces/runners.ts';
import { rangeOf } from '../../byte-range.ts';
import { type Call, type CallDeps, idOf, type Reply, type RunnerCall } from '../../call.ts';
import { checkJsonHeaders } from '../../validate.ts';
import { whenGone } from '../../when-gone.ts';

export async function createRunner(
  { domain }: CallDeps,
  { body }: Call<unknown, CreateRunner>,
): Promise<Reply> {
  const { id, token } = await runners.createRunner(domain, body);
  return { status: 201, data: { runner_id: id, token } };
}

export async function listRunners({ domain }: CallDeps): Promise<Reply> {
  return { status: 200, data: await runners.listRunners(domain) };
}

export async function revokeRunner({ domain, runnerDesk }: CallDeps, call: Call): Promise<Reply> {
  const id = idOf(call);
  await runners.endRunner(domain, id);
  await runnerDesk.giveBackOf(id);
  return { status: 204 };
}

export async function beatRunner(
  { runnerDesk }: CallDeps,
  { runner, body }: RunnerCall<unknown, RunnerHeartbeat>,
): Promise<Reply> {
  return { status: 200, data: await runnerDesk.beat(runner, body) };
}

export async function claimParts(
  { runnerDesk, closing }: CallDeps,
  { runner, body, reply }: RunnerCall<unknown, ClaimParts>,
): Promise<Reply> {
  const signal = AbortSignal.any([whenGone(reply), closing]);
  return { status: 200, data: { parts: await runnerDesk.claim(runner, body, signal) } };
}

export async function leaveRunner(
  { runnerDesk }: CallDeps,
  { runner, params }: RunnerCall,
): Promise<Reply> {
  await runnerDesk.leave(runner, uuidOf(params.instance));
  return { status: 204 };
}

/** Throws Fault NOT_FOUND. */
function uuidOf(text: string | undefined): string {
  if (text === undefined || !/^[0-9a-f-]{36}$/.test(text)) throw new Fault('NOT_FOUND', 'uuid');
  return text;
}

const taskOf = ({ params }: RunnerCall): string => uuidOf(params.task);

export async function getPartFile(
  { runnerDesk, storage }: CallDeps,
  call: RunnerCall,
): Promise<Reply | undefined> {
  const { runner, request, reply } = call;
  const key = await runnerDesk.readableFile(runner, taskOf(call), call.params['*'] ?? '');
  const storedObject = await storage.head(key);
  if (!storedObject) throw new Fault('NOT_FOUND', key);

  const range = rangeOf(request, storedObject);
  if (range === 'unsatisfiable') {
    void reply.code(416).header('Content-Range', `bytes */${storedObject.sizeBytes}`).send();
    return undefined;
  }

  const object = await storage.get(key, { etag: storedObject.etag, ...(range && { range }) });
  if (!object) throw new Fault('NOT_FOUND', key);

  const { start, end } = range ?? { start: 0, end: storedObject.sizeBytes - 1 };
  return {
    status: range ? 206 : 200,
    raw: object.stream,
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(end - start + 1),
      'Accept-Ranges': 'bytes',
      ETag: `"${storedObject.etag}"`,
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${storedObject.sizeBytes}` }),
      'Cache-Control': 'no-store',
    },
  };
}

export async function putPartFile(
  { runnerDesk }: CallDeps,
  call: RunnerCall<unknown, Uint8Array>,
): Promise<Reply> {
  const { runner, params, body } = call;
  await runnerDesk.storeFile(runner, taskOf(call), params['*'] ?? '', body as Buffer);
  return { status: 204 };
}

export async function endPart(
  { runnerDesk }: CallDeps,
  call: RunnerCall<unknown, Uint8Array>,
): Promise<Reply> {
  checkJsonHeaders(call.request.headers);
  await runnerDesk.end(call.runner, taskOf(call), call.body as Buffer);
  return { status: 204 };
}

export async function interruptPart(
  { runnerDesk }: CallDeps,
  call: RunnerCall<unknown, InterruptedPart>,
): Promise<Reply> {
  const next = await runnerDesk.interrupt(call.runner, taskOf(call), call.body);
  return { status: 200, data: { next } };
}
