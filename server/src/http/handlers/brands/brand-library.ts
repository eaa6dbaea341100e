/** Calls for the brand library of a workspace: its own brands, and the pictures of their logos. */

import { type BrandEntry, Fault, type LogoReferenceQuery } from '@reelsight/contract';
import { logoPath } from '../../../artifacts/stored-paths.ts';
import { firstLogoOf } from '../../../db/brands/brand-library.ts';
import {
  addBrand,
  addLogo,
  checkLogoRoom,
  dropBrand,
  dropLogo,
  findLogo,
  listLibrary,
  readBrand,
  replaceBrand,
} from '../../../domain/brands/brand-library.ts';
import { readRecount, startRecount, undoRecount } from '../../../domain/corrections/recounts.ts';
import { keyOfText, type StorageKey } from '../../../storage/storage-key.ts';
import { type CallDeps, idOf, type Reply, type WorkspaceCall } from '../../call.ts';
import { inOwnersTurn } from '../../in-turn.ts';
import { readPictureInTurn } from '../../picture-turn.ts';

const workspaceOf = ({ caller }: WorkspaceCall): string => caller.workspace_id;

export async function listBrands({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  return { status: 200, data: await listLibrary(domain, workspaceOf(call)) };
}

export async function getBrand({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  return { status: 200, data: await readBrand(domain, workspaceOf(call), idOf(call)) };
}

export async function createBrand(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, BrandEntry>,
): Promise<Reply> {
  return { status: 201, data: await addBrand(domain, workspaceOf(call), call.body) };
}

export async function changeBrand(
  { domain }: CallDeps,
  call: WorkspaceCall<unknown, BrandEntry>,
): Promise<Reply> {
  const data = await replaceBrand(domain, workspaceOf(call), idOf(call), call.body);
  return { status: 200, data };
}

export async function deleteBrand({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  await dropBrand(domain, workspaceOf(call), idOf(call));
  return { status: 204 };
}

const tooManySearches =
  'Too many searches of this workspace, or of others of its owner, are waiting. Ask for one after the other.';

/** Runs when it is the turn of the workspace's owner to search, because the texts of all its videos are searched. */
const searching = <T>(
  { domain, searchTurns, closing }: CallDeps,
  call: WorkspaceCall,
  work: () => Promise<T>,
) => inOwnersTurn(domain.db, searchTurns, { call, closing, tooMany: tooManySearches }, work);

export async function readBrandRecount(deps: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const data = await searching(deps, call, () =>
    readRecount(deps.domain, workspaceOf(call), idOf(call)),
  );
  return { status: 200, data };
}

export async function recountBrand(deps: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const data = await searching(deps, call, () =>
    startRecount(deps.domain, workspaceOf(call), idOf(call)),
  );
  return { status: 200, data };
}

export async function undoBrandRecount(deps: CallDeps, call: WorkspaceCall): Promise<Reply> {
  const data = await searching(deps, call, () =>
    undoRecount(deps.domain, workspaceOf(call), idOf(call)),
  );
  return { status: 200, data };
}

export async function deleteBrandLogo({ domain }: CallDeps, call: WorkspaceCall): Promise<Reply> {
  await dropLogo(domain, workspaceOf(call), idOf(call), idOf(call, 'logo'));
  return { status: 204 };
}

/** Stores the picture in the body, and returns the name it was given. */
export async function uploadBrandLogo(
  deps: CallDeps,
  call: WorkspaceCall<unknown, Uint8Array>,
): Promise<Reply> {
  const { domain, storage } = deps;
  const workspaceId = workspaceOf(call);
  const brandId = idOf(call);
  await checkLogoRoom(domain, workspaceId, brandId);

  const { png, width, height, isPlain } = await readPictureInTurn(deps, call, call.body);
  const id = domain.newId('logo');
  const key = keyOf(workspaceId, brandId, id);
  await storage.put(key, png, { contentType: 'image/png' });

  try {
    const logo = await addLogo(domain, workspaceId, brandId, { id, width, height });
    return { status: 201, data: { ...logo, ...(isPlain && { plain: true }) } };
  } catch (error) {
    await storage.delete(key);
    throw error;
  }
}

export async function getBrandLogo(
  { domain, storage }: CallDeps,
  call: WorkspaceCall,
): Promise<Reply> {
  const workspaceId = workspaceOf(call);
  const brandId = idOf(call);
  const { id } = await findLogo(domain, workspaceId, brandId, idOf(call, 'logo'));
  const object = await storage.get(keyOf(workspaceId, brandId, id));
  if (!object) throw new Fault('NOT_FOUND', 'logo');

  return {
    status: 200,
    raw: object.stream,
    headers: {
      ...pngHeaders(object.sizeBytes),
      'Cache-Control': 'private, max-age=31536000, immutable',
    },
  };
}

/** Throws Fault NOT_FOUND if there is no picture of the brand. */
export async function readLogoReference(
  deps: CallDeps,
  call: WorkspaceCall<LogoReferenceQuery>,
): Promise<Reply> {
  const { domain, storage, operator } = deps;
  const workspaceId = workspaceOf(call);
  const { name } = call.query;
  const logo = await firstLogoOf(domain.db, workspaceId, name);
  const object = logo && (await storage.get(keyOf(workspaceId, logo.brandId, logo.logoId)));
  if (object) return { status: 200, raw: object.stream, headers: pngHeaders(object.sizeBytes) };

  const png = await drawInTurn(deps, call, () => operator.logoReference(name));
  if (!png) throw new Fault('NOT_FOUND', 'logo', { text: 'There is no picture of this brand.' });
  return { status: 200, raw: png, headers: pngHeaders(png.length) };
}

/** Throws Fault RATE_LIMITED if too many pictures of the workspace wait. */
function drawInTurn<T>(
  { domain, pictureTurns, closing }: CallDeps,
  call: WorkspaceCall,
  draw: () => Promise<T>,
): Promise<T> {
  const tooMany = 'Too many pictures of this workspace are being drawn. Ask again in a moment.';
  return inOwnersTurn(domain.db, pictureTurns, { call, closing, tooMany }, draw);
}

const pngHeaders = (bytes: number) => ({
  'Content-Type': 'image/png',
  'Content-Length': String(bytes),
  'X-Content-Type-Options': 'nosniff',
});

const keyOf = (workspaceId: string, brandId: string, logoId: string): StorageKey =>
  keyOfText(logoPath(workspaceId, brandId, logoId));
