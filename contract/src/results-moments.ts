/** What a completed job tells of its video beside what was asked for: shots, text on screen, paid segments. */
import { z } from 'zod';
import { boundingBox } from './results.ts';

const seconds = z.number().min(0);
const fraction = z.number().min(0).max(1);

export const shot = z
  .looseObject({
    start: seconds.describe('Time of its first frame, in seconds.'),
    end: seconds.describe('Time of the first frame of the next shot, or the end, in seconds.'),
  })
  .meta({ id: 'Shot', description: 'A stretch of the video between two cuts.' });
export type ShotResult = z.infer<typeof shot>;

export const onScreenText = z
  .looseObject({
    text: z.string().describe('A line as it was read, at most 500 characters.'),
    start: seconds.describe('When it comes into view, in seconds.'),
    end: seconds.describe('When it leaves the view, in seconds.'),
    bounding_box: boundingBox.describe('Where it is when it is read best.'),
    confidence: fraction.describe('Confidence of the best reading, 0 to 1.'),
  })
  .meta({ id: 'OnScreenText', description: 'A line of text while it is on screen.' });
export type OnScreenText = z.infer<typeof onScreenText>;
