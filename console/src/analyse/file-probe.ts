/** What can be known of a file before it is sent: whether it is a video at all, and how long it plays. */

export interface Probe {
  /** False: the file begins as no video that the service takes. */
  readonly isVideo: boolean;
  /** False: this browser could not read it, which may be the file's fault or the browser's. */
  readonly isReadable: boolean;
  readonly durationSeconds: number | null;
}

export async function probeFile(file: File): Promise<Probe> {
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  if (!beginsAsVideo(head)) return { isVideo: false, isReadable: false, durationSeconds: null };
  return { isVideo: true, ...(await playedLength(file)) };
}

/** Boxes that mp4 and mov files begin with. */
const boxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/** mp4 and mov name their first box at the fifth byte; webm is EBML. */
export function beginsAsVideo(head: Uint8Array): boolean {
  const ebml = [0x1a, 0x45, 0xdf, 0xa3];
  if (ebml.every((byte, index) => head[index] === byte)) return true;
  return boxes.includes(String.fromCharCode(...head.subarray(4, 8)));
}

function playedLength(file: File): Promise<Omit<Probe, 'isVideo'>> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  return new Promise<Omit<Probe, 'isVideo'>>((resolve) => {
    video.preload = 'metadata';
    video.onloadedmetadata = () =>
      resolve({
        isReadable: true,
        durationSeconds: Number.isFinite(video.duration) ? video.duration : null,
      });
    video.onerror = () => resolve({ isReadable: false, durationSeconds: null });
    video.src = url;
  }).finally(() => {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  });
}
