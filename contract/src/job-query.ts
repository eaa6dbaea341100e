/** Parameters for reading one job. */
import { z } from 'zod';

/** Query of `GET /v1/jobs/:id`. */
export const getJobQuery = z.object({
  results: z
    .enum(['full', 'without_frames', 'none'])
    .optional()
    .describe(
      'How much of the results of a completed job is read. `full`: all. `without_frames`: all but the detections of each frame, by far the most of a long video: `frame_detections` of brands and `frames` of objects are empty lists. `none`: the job without `results`. Default `full`.',
    )
    .meta({ examples: ['without_frames'] }),
  corrected: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .meta({ default: 'false' })
    .describe(
      'Whether brands, objects, paid segments and the transcript are shown as people corrected them. Default false: as found.',
    )
    .meta({ examples: ['true'] })
    .optional(),
});
export type GetJobQuery = z.infer<typeof getJobQuery>;
