/** Which handler answers which route of the console. */
import type { ConsoleRouteId } from '@reelsight/contract';
import {
  changeBrand,
  createBrand,
  deleteBrand,
  deleteBrandLogo,
  getBrandLogo,
  listBrands,
  uploadBrandLogo,
} from '../handlers/brand-library.ts';
import { previewFollow } from '../handlers/follow-preview.ts';
import type { ByteRoute, ConsoleHandler } from './call.ts';
import { streamEvents } from './events.ts';
import * as follows from './follows.ts';
import { getJobRow, listJobRows } from './job-rows.ts';
import { getJobShots } from './job-shots.ts';
import * as keys from './keys.ts';
import { getMedia, headMedia } from './media.ts';
import * as operator from './operator.ts';
import { getSession } from './session.ts';
import * as workspaces from './workspaces.ts';

/** Routes with a handler; any other answers 501 and fails the test that lists them. */
export const consoleHandlers: Partial<Record<ConsoleRouteId, ConsoleHandler>> = {
  getSession,
  ...workspaces,
  ...keys,
  ...follows,
  ...operator,
  listJobRows,
  getJobRow,
  getJobShots,
  listBrands,
  createBrand,
  changeBrand,
  deleteBrand,
  deleteBrandLogo,
  previewFollow,
};

/** Routes whose body or answer is no JSON. */
export const byteRoutes: readonly ByteRoute[] = [
  uploadBrandLogo,
  getBrandLogo,
  streamEvents,
  getMedia,
  headMedia,
];
