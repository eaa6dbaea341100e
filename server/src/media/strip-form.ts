/** Form of the strips between two samples; without FFmpeg, for whoever only reads them. */

/** Longest side of their pictures; at 1280 x 720 one of their pixels is 5 x 5 of the video. */
export const stripSidePixels = 256;
/** Pictures in one strip at most, one below the other. */
export const mostStripPictures = 40;
