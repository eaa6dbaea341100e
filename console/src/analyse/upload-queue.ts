/** Files being uploaded: they continue while the user visits other pages, and start again after a lost connection. */
import { ApiError, ConnectionError, contentTypeOf } from '@reelsight/sdk';
import { useSyncExternalStore } from 'react';
import { clientOf } from '../api/client.ts';
import { messageOf } from '../ui/plain-message.ts';
import { probeFile } from './file-probe.ts';

export interface UploadItem {
  readonly id: string;
  readonly workspace: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'sent' | 'lost' | 'refused';
  readonly sentBytes: number;
  /** Whether this browser could read the file; null while it tries. */
  readonly isReadable: boolean | null;
  /** Length that the browser read from the file; null if it could not read it. */
  readonly durationSeconds: number | null;
  /** A frame of the video as a data URL; null if this browser can’t show one. */
  readonly picture: string | null;
  readonly key: string | null;
  readonly message: string | null;
}

const retryMs = 4000;
const listeners = new Set<() => void>();
let items: readonly UploadItem[] = [];
const aborts = new Map<string, AbortController>();

export function useUploads(workspace: string): readonly UploadItem[] {
  const uploads = useSyncExternalStore(subscribe, () => items);
  return uploads.filter((item) => item.workspace === workspace);
}

export function addFiles(workspace: string, files: Iterable<File>): void {
  for (const file of files) {
    const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
    const isSupported = contentTypeOf(file.name) ?? /^video\/(mp4|quicktime|webm)$/.test(file.type);
    const item: UploadItem = {
      id,
      workspace,
      file,
      state: isSupported ? 'waiting' : 'refused',
      sentBytes: 0,
      isReadable: null,
      durationSeconds: null,
      picture: null,
      key: null,
      message: isSupported ? null : notTaken,
    };
    items = [...items, item];
    if (isSupported) void probe(item);
  }

  tell();
  sendNext();
}

export function removeUpload(id: string): void {
  aborts.get(id)?.abort();
  aborts.delete(id);
  items = items.filter((item) => item.id !== id);
  tell();
  sendNext();
}

const notTaken = 'Files of this kind cannot be analysed.';

/** Stops the upload of a file whose content turns out not to be a video. */
async function probe({ id, file }: UploadItem): Promise<void> {
  const { isVideo, ...details } = await probeFile(file);
  if (isVideo) return change(id, details);
  aborts.get(id)?.abort();
  change(id, { state: 'refused', key: null, message: 'This is no video.' });
  sendNext();
}

/** Retries after a refusal or a lost connection; an upload always starts from its beginning. */
export function sendAgain(id: string): void {
  change(id, { state: 'waiting', message: null, sentBytes: 0 });
  sendNext();
}

/** Uploads one file at a time, so that the first is complete, and can be analysed, as soon as possible. */
function sendNext(): void {
  if (items.some(({ state }) => state === 'sending')) return;
  const next = items.find(({ state }) => state === 'waiting');
  if (next) void send(next);
}

async function send({ id, workspace, file }: UploadItem): Promise<void> {
  const abort = new AbortController();
  aborts.set(id, abort);
  change(id, { state: 'sending', message: null, sentBytes: 0 });

  try {
    const key = await clientOf(workspace).uploads.put(file, {
      signal: abort.signal,
      onProgress: (sentBytes) => change(id, { sentBytes }),
    });
    change(id, { state: 'sent', key, sentBytes: file.size });
  } catch (error) {
    if (abort.signal.aborted) return;
    giveUpFor(id, error);
  } finally {
    aborts.delete(id);
    sendNext();
  }
}

function giveUpFor(id: string, error: unknown): void {
  if (error instanceof ConnectionError) {
    change(id, { state: 'lost', message: null });
    setTimeout(() => {
      if (items.find((item) => item.id === id)?.state === 'lost') sendAgain(id);
    }, retryMs);
    return;
  }

  const message = error instanceof ApiError ? messageOf(error) : 'The file could not be read.';
  change(id, { state: 'refused', message });
}

function change(id: string, part: Partial<UploadItem>): void {
  items = items.map((item) => (item.id === id ? { ...item, ...part } : item));
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Closing the tab would end its uploads, so the browser has to ask the user first.
addEventListener('beforeunload', (event) => {
  if (items.some(({ state }) => state === 'sending' || state === 'waiting')) event.preventDefault();
});
