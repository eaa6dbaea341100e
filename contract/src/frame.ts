/** Small pictures of frames for lists and tables. */
import { z } from 'zod';

/** Permitted widths in pixels. There are only a few, so that caching works. */
export const frameWidths = [160, 320, 640] as const;

const share = '(?:0(?:\\.\\d{1,4})?|1(?:\\.0{1,4})?)';
const crop = new RegExp(`^${share}(?:,${share}){3}$`);

/** Query of `GET /v1/frames/…`. */
export const frameQuery = z.object({
  width: z
    .enum(frameWidths.map(String) as ['160', '320', '640'])
    .optional()
    .describe(
      'Width in pixels of the picture that is answered; a frame that is narrower stays as it is. Without it the frame is answered as it is kept.',
    )
    .meta({ examples: ['320'] }),
  crop: z
    .string()
    .regex(crop, 'must be x,y,width,height as shares of the frame, each from 0 to 1.')
    .optional()
    .describe(
      'The part of the frame to show, as a `bounding_box` has it: `x,y,width,height`, each as a share of the frame from 0 to 1 with up to four decimals. `width` is 320 then, unless it is given.',
    )
    .meta({ examples: ['0.41,0.2,0.18,0.12'] }),
});
export type FrameQuery = z.infer<typeof frameQuery>;
