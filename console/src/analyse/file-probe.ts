/** Finds out, before a file is sent, whether it is a video at all and how long it plays. */

export interface Probe {
  /** False if the first bytes do not match the file's extension. */
  readonly isVideo: boolean;
  /** False if this browser could not read the file, which may be the fault of either. */
  readonly isReadable: boolean;
  readonly durationSeconds: number | null;
  /** A frame of the video as a data URL; null if there is none. */
  readonly picture: string | null;
}

const unreadable = { isReadable: false, durationSeconds: null, picture: null };

export async function probeFile(file: File): Promise<Probe> {
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  if (!beginsAsNamed(file.name, head)) return { isVideo: false, ...unreadable };
  return { isVideo: true, ...(await readByBrowser(file)) };
}

/** Types of the boxes that mp4 and mov files can begin with. */
const boxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/** Extensions of the formats whose first bytes this check knows. Files of other formats are left to the service. */
const knownEnding = /\.(mp4|m4v|mov|qt|webm|mkv)$/i;

/**
 * False if the file has the extension of mp4, mov, webm or mkv but begins like none of these formats. An mp4 or mov
 * file names its first box at the fifth byte; webm and mkv files begin with an EBML header. The formats are not told
 * apart, because a file of one may have the extension of another.
 */
export function beginsAsNamed(name: string, head: Uint8Array): boolean {
  if (!knownEnding.test(name)) return true;
  const ebml = [0x1a, 0x45, 0xdf, 0xa3];
  if (ebml.every((byte, index) => head[index] === byte)) return true;
  return boxes.includes(String.fromCharCode(...head.subarray(4, 8)));
}

/** Reads the length and a frame, if this browser can read the file within a few seconds. */
async function readByBrowser(file: File): Promise<Omit<Probe, 'isVideo'>> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';

  try {
    const metadataLoaded = happened(video, 'loadedmetadata');
    video.src = url;

    if (!(await metadataLoaded)) return unreadable;
    const { duration } = video;
    const durationSeconds = Number.isFinite(duration) ? duration : null;

    return { isReadable: true, durationSeconds, picture: await frameOf(video, durationSeconds) };
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

const frameWaitMs = 4000;

/** Takes a frame a few seconds in, after any titles and before any fade-out. */
async function frameOf(video: HTMLVideoElement, seconds: number | null): Promise<string | null> {
  if (video.videoWidth === 0) return null;

  const frameLoaded = happened(video, 'seeked', frameWaitMs);
  video.currentTime = Math.min(10, (seconds ?? 0) / 3);

  if (!(await frameLoaded)) return null;
  const canvas = document.createElement('canvas');
  canvas.width = 320;
  canvas.height = Math.round((320 * video.videoHeight) / video.videoWidth);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);

  return canvas.toDataURL('image/jpeg', 0.75);
}

/** Resolves with false after an error, or when the event takes too long. */
function happened(video: HTMLVideoElement, event: string, mostMs?: number): Promise<boolean> {
  return new Promise((resolve) => {
    video.addEventListener(event, () => resolve(true), { once: true });
    video.addEventListener('error', () => resolve(false), { once: true });
    if (mostMs !== undefined) setTimeout(() => resolve(false), mostMs);
  });
}
