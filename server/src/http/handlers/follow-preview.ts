/** /console/v1/…/follows/preview: what a Follow would meet. */
import type { PreviewFollow } from '@reelsight/contract';
import { previewFollow as preview } from '../../domain/follow-preview.ts';
import type { Call, Reply, Rooms } from '../call.ts';

export async function previewFollow(
  { domain }: Rooms,
  call: Pick<Call<unknown, PreviewFollow>, 'body'>,
): Promise<Reply> {
  return { status: 200, data: await preview(domain, call.body) };
}
