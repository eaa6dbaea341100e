/** /console/v1/…/brands: the brands a workspace keeps for itself, and the pictures of their logos. */
import { type BrandEntry, Fault } from '@reelsight/contract';
import {
  addBrand,
  addLogo,
  checkLogoRoom,
  dropBrand,
  dropLogo,
  findLogo,
  listLibrary,
  logoFile,
  replaceBrand,
} from '../../domain/brand-library.ts';
import { type StorageKey, storageKey } from '../../storage/storage-key.ts';
import { type Call, idOf, type Reply, type Rooms } from '../call.ts';
import { type ByteRoute, paramOf } from '../console/call.ts';
import { readLogoPicture } from '../logo-picture.ts';

type Asked = Pick<Call, 'caller' | 'params'>;
const workspaceOf = ({ caller }: Asked): string => caller.workspace_id;

export async function listBrands({ domain }: Rooms, call: Call): Promise<Reply> {
  return { status: 200, data: await listLibrary(domain, workspaceOf(call)) };
}

export async function createBrand(
  { domain }: Rooms,
  call: Call<unknown, BrandEntry>,
): Promise<Reply> {
  return { status: 201, data: await addBrand(domain, workspaceOf(call), call.body) };
}

export async function changeBrand(
  { domain }: Rooms,
  call: Call<unknown, BrandEntry>,
): Promise<Reply> {
  const data = await replaceBrand(domain, workspaceOf(call), idOf(call), call.body);
  return { status: 200, data };
}

export async function deleteBrand({ domain }: Rooms, call: Call): Promise<Reply> {
  await dropBrand(domain, workspaceOf(call), idOf(call));
  return { status: 204 };
}

export async function deleteBrandLogo({ domain }: Rooms, call: Call): Promise<Reply> {
  await dropLogo(domain, workspaceOf(call), idOf(call), paramOf(call, 'logo'));
  return { status: 204 };
}

const path = '/console/v1/workspaces/:workspace/brands/:id/logos';

/** The body is the picture; the answer names it. */
export const uploadBrandLogo: ByteRoute = {
  method: 'POST',
  path,
  access: 'member',
  bodyLimitBytes: 2 * 1024 * 1024,
  handler: async ({ domain, storage }, call) => {
    const [workspaceId, brandId] = [workspaceOf(call), idOf(call)];
    await checkLogoRoom(domain, workspaceId, brandId);
    const { png, width, height } = await readLogoPicture(call.body);
    const id = domain.newId('logo');
    const key = keyOf(workspaceId, brandId, id);
    await storage.put(key, png, { contentType: 'image/png' });
    try {
      const data = await addLogo(domain, workspaceId, brandId, { id, width, height });
      return { status: 201, data };
    } catch (error) {
      await storage.delete(key);
      throw error;
    }
  },
};

export const getBrandLogo: ByteRoute = {
  method: 'GET',
  path: `${path}/:logo`,
  access: 'member',
  handler: async ({ domain, storage }, call) => {
    const [workspaceId, brandId] = [workspaceOf(call), idOf(call)];
    const { id } = await findLogo(domain, workspaceId, brandId, paramOf(call, 'logo'));
    const object = await storage.get(keyOf(workspaceId, brandId, id));
    if (!object) throw new Fault('NOT_FOUND', 'logo');
    return {
      status: 200,
      raw: object.stream,
      headers: {
        'Content-Type': 'image/png',
        'Content-Length': String(object.sizeBytes),
        'Cache-Control': 'private, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
      },
    };
  },
};

const keyOf = (workspaceId: string, brandId: string, logoId: string): StorageKey =>
  storageKey('brands', workspaceId, brandId, logoFile(logoId));
