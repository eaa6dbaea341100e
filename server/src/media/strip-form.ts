/** Form of the strips between two samples; without FFmpeg, for whoever only reads them. */

/** Longest side of their pictures; at 1280 x 720 one of their pixels is 4 x 4 of the video. */
export const stripSidePixels = 320;
/** Pictures in one strip at most, one below the other. */
export const mostStripPictures = 40;
