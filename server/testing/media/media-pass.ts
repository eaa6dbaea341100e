/** Descriptions of videos that an ingestion leaves: one with every field filled, and one with nothing to see or hear. */
import type { MediaPass } from '../../src/media/media.ts';

export const wholePass: MediaPass = {
  probe: {
    container: 'mp4',
    durationSeconds: 20,
    sizeBytes: 1000,
    video: { codec: 'h264', width: 64, height: 36, rotation: 0, fps: 25 },
    audio: { codec: 'aac' },
    audioTracks: [{ index: 1, codec: 'aac', channels: 2, language: 'en', title: 'Commentary' }],
    tags: { title: 'A game' },
    chapters: [{ start: 0, end: 20, title: 'All of it' }],
  },
  audio: {
    file: 'sound.pack',
    track: 1,
    durationSeconds: 20,
    channels: 2,
    pieces: [1, 1],
    cuts: [12],
  },
  fps: 1,
  frames: [{ timestamp: 0, image: 0, shot: 0 }],
  images: [
    {
      offset: 0,
      length: 10,
      width: 64,
      height: 36,
      timestamp: 0,
      between: { offset: 10, length: 5, times: [0, 0.5], leftOut: [0, 0] },
    },
  ],
  tail: { offset: 15, length: 5, times: [19, 19.5], leftOut: [0, 0] },
  shots: [{ start: 0, end: 20 }],
  scenes: [
    {
      start: 0,
      end: 20,
      transition: 'part_cut',
      part: { x: 0, y: 0, width: 0.5, height: 1 },
    },
  ],
  unseen: [{ start: 1, end: 2 }],
  thumbnail: 'thumbnail.jpg',
  unreadable: { picture: 'Half of it is missing.', sound: 'Its sound is encrypted.' },
};

export const emptyPass: MediaPass = {
  probe: {
    container: 'mp4',
    durationSeconds: 2,
    sizeBytes: 100,
    video: null,
    audio: null,
    tags: {},
    chapters: [],
  },
  audio: null,
  fps: 1,
  frames: [],
  images: [],
  shots: [],
  scenes: [],
  unseen: [],
  thumbnail: 'thumbnail.jpg',
};
