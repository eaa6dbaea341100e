/** Format of the strips of frames between two samples; independent of FFmpeg, for code that only reads them. */

/**
 * Longest side of the pictures in a strip; for a 1280 x 720 video, each of their pixels covers 5 x 5 pixels of the
 * video.
 */
export const stripSidePixels = 256;
/** Maximum number of pictures in one strip, stacked vertically. */
export const mostStripPictures = 40;
