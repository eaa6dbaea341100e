/** Format of the strips between two samples; free of FFmpeg, for code that only reads them. */

/** Longest side of the pictures in a strip; at 1280 x 720 one of their pixels covers 5 x 5 pixels of the video. */
export const stripSidePixels = 256;
/** Maximum number of pictures in one strip, stacked vertically. */
export const mostStripPictures = 40;
