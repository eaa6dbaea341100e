/** Findings that every completed job reports, whatever was asked for: shots, text on screen, paid segments. */
import { z } from 'zod';
import { boundingBox } from './results.ts';

const seconds = z.number().min(0);
const fraction = z.number().min(0).max(1);

export const shotTransition = z
  .enum(['cut', 'part_cut', 'dissolve', 'fade'])
  .describe(
    'How it begins. `cut`: from one frame to the next; `part_cut`: the same in one tile of a split screen; `dissolve`: the scene before and this one are seen through each other, it begins where half of it is seen; `fade`: through black or white, it begins in their middle. Absent for the first shot, and on older results.',
  );

export const shot = z
  .looseObject({
    start: seconds.describe('Time of its first frame, in seconds.'),
    end: seconds.describe('Time of the first frame of the next shot, or the end, in seconds.'),
    transition: shotTransition.optional(),
    part: boundingBox
      .optional()
      .describe('With `part_cut`: the tile that changes, while the rest of the picture goes on.'),
  })
  .meta({ id: 'Shot', description: 'A stretch of the video between two borders of scenes.' });
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

export const paidEvidence = z
  .looseObject({
    timestamp: seconds.describe(
      'When it is said or shown, in seconds; 0 for what title, description or tags say.',
    ),
    source: z
      .enum(['speech', 'text', 'metadata'])
      .describe(
        'Said (`speech`), read on screen (`text`), or in the `metadata`: chapters, title, description, tags.',
      ),
    quote: z.string().describe('The words that tell, at most 300 characters.'),
  })
  .meta({ id: 'PaidEvidence', description: 'Words that tell that a segment is paid for.' });

export const paidSegment = z
  .looseObject({
    start: seconds.describe('When it begins, as far as words tell, in seconds.'),
    end: seconds.describe('When it ends, as far as words tell, in seconds.'),
    brand: z
      .string()
      .optional()
      .describe(
        'Who pays, as far as words tell: the name of a brand of the results, else as written. Absent if unknown.',
      ),
    confidence: fraction.describe(
      'How likely it is paid for, 0 to 1; 1 only for what a person added, confirmed, moved or renamed.',
    ),
    evidence: z
      .array(paidEvidence)
      .describe(
        'The words that tell, in order of time; at most 10. Empty for one that a person added.',
      ),
    corrected: z
      .literal(true)
      .optional()
      .describe('Always true: a person changed it, or who pays; absent from what is as found.')
      .meta({ examples: [true] }),
  })
  .meta({
    id: 'PaidSegment',
    description:
      'A stretch of the video that says or shows that it is paid for. A hint, with its evidence.',
  });
export type PaidSegment = z.infer<typeof paidSegment>;
