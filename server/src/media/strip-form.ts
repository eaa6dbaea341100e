/** Format of the strips between two samples; free of FFmpeg, for code that only reads them. */

/** Longest side of their pictures; at 1280 x 720 one of their pixels is 5 x 5 of the video. */
export const stripSidePixels = 256;
/** Most pictures in one strip, stacked vertically. */
export const mostStripPictures = 40;
