/** The brand library of a workspace: names, their aliases, and pictures of their logos. */
import { ApiPromise, dataOf, nothingOf } from './api-promise.ts';
import type { BodyOf, DataOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';

export type Brand = DataOf<'getBrand'>;
export type BrandLogo = DataOf<'uploadBrandLogo'>;
export type BrandRecountState = DataOf<'readBrandRecount'>;
export type NewBrand = Loose<BodyOf<'createBrand'>>;

export interface Brands {
  list(options?: CallOptions): ApiPromise<Brand[]>;
  get(id: string, options?: CallOptions): ApiPromise<Brand>;
  create(brand: NewBrand, options?: CallOptions): ApiPromise<Brand>;
  /** Replaces the whole entry, except its logos. */
  replace(id: string, brand: NewBrand, options?: CallOptions): ApiPromise<Brand>;
  delete(id: string, options?: CallOptions): ApiPromise<void>;
  /** In how many earlier videos the brand can be recounted, and how far the last recount is. */
  recountState(id: string, options?: CallOptions): ApiPromise<BrandRecountState>;
  /** Starts to look for the brand in the results of earlier videos, free of charge. */
  recount(id: string, options?: CallOptions): ApiPromise<BrandRecountState>;
  /** Starts to take back what recounts of the brand added. */
  undoRecount(id: string, options?: CallOptions): ApiPromise<BrandRecountState>;
  /** Adds a picture in PNG, JPEG or WebP; the type of the Blob must say which. */
  addLogo(id: string, picture: Blob, options?: CallOptions): ApiPromise<BrandLogo>;
  /** Resolves with the picture as PNG. */
  logo(id: string, logoId: string, options?: CallOptions): ApiPromise<Blob>;
  deleteLogo(id: string, logoId: string, options?: CallOptions): ApiPromise<void>;
}

export function brandsOf({ call, file }: Connection): Brands {
  return {
    list: (options = {}) => dataOf(call('listBrands', options)),
    get: (id, options = {}) => dataOf(call('getBrand', { ...options, params: { id } })),
    create: (brand, options = {}) =>
      dataOf(call('createBrand', { ...options, body: brand as BodyOf<'createBrand'> })),
    replace: (id, brand, options = {}) =>
      dataOf(
        call('changeBrand', { ...options, params: { id }, body: brand as BodyOf<'changeBrand'> }),
      ),
    delete(id, options = {}) {
      return nothingOf(call('deleteBrand', { ...options, params: { id } }));
    },
    recountState: (id, options = {}) =>
      dataOf(call('readBrandRecount', { ...options, params: { id } })),
    recount: (id, options = {}) => dataOf(call('recountBrand', { ...options, params: { id } })),
    undoRecount: (id, options = {}) =>
      dataOf(call('undoBrandRecount', { ...options, params: { id } })),
    addLogo: (id, picture, options = {}) =>
      dataOf(call('uploadBrandLogo', { ...options, params: { id }, body: picture })),
    logo(id, logoId, options = {}) {
      const path = `/v1/brands/${encodeURIComponent(id)}/logos/${encodeURIComponent(logoId)}`;
      return new ApiPromise(file(path, options));
    },
    deleteLogo(id, logoId, options = {}) {
      return nothingOf(call('deleteBrandLogo', { ...options, params: { id, logo: logoId } }));
    },
  };
}
