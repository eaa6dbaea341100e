/** Shows the operator what takes up disk space, and lets the operator remove some of it early. */
import type { FreeDisk, GetDiskQuery } from '@reelsight/contract';
import { freeSpace } from '../../../domain/upkeep/free-disk.ts';
import type { Call, CallDeps, Reply } from '../../call.ts';

export async function getDisk(
  { operator }: CallDeps,
  { query }: Call<GetDiskQuery>,
): Promise<Reply> {
  return { status: 200, data: operator.diskUse(query.measure === 'true') };
}

export async function freeDisk(
  { domain }: CallDeps,
  { body }: Call<unknown, FreeDisk>,
): Promise<Reply> {
  return { status: 200, data: await freeSpace(domain, body) };
}
