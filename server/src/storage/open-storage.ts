/** Opens the storage of the kind that the operator configured. */
import { join } from 'node:path';
import { FilesStorage } from './files.ts';
import type { S3Credentials, S3Location, S3Storage } from './s3.ts';

export interface StorageOptions {
  /** The setting `STORAGE_URL`; if it is not set, objects are stored as files. */
  readonly url?: string | null;
  /** Folder whose `storage/` subfolder holds the files. */
  readonly dataDir: string;
  /** Public address of the upload host; used only if objects are stored as files. */
  readonly uploadUrl: string;
  /** Secret that signs upload URLs; used only if objects are stored as files. */
  readonly signingSecret: string;
  /** Access keys for S3. If either is missing, the keys in the URL are used, or else those that the SDK finds. */
  readonly accessKeyId?: string | null;
  readonly secretAccessKey?: string | null;
  readonly sessionToken?: string | null;
  /** Default region; a `region` in the URL takes precedence. */
  readonly region?: string | null;
  readonly now: () => number;
}

/**
 * Opens a folder of files in the data folder, or the bucket of the URL. Throws an Error that names STORAGE_URL if the
 * URL is invalid.
 */
export async function openStorage(options: StorageOptions): Promise<FilesStorage | S3Storage> {
  if (!options.url) {
    return FilesStorage.open({ ...options, folder: join(options.dataDir, 'storage') });
  }

  const location = parseS3Url(options.url, {
    credentials: credentialsOf(options),
    region: options.region ?? null,
  });
  // Imported only when needed, because the AWS packages add about 0.2 s to the startup time.
  const { S3Storage } = await import('./s3.ts');

  return new S3Storage(location, options.now);
}

function credentialsOf(options: StorageOptions): S3Credentials | null {
  const { accessKeyId, secretAccessKey, sessionToken } = options;
  if (!accessKeyId || !secretAccessKey) return null;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

const parameters = ['endpoint', 'public_endpoint', 'region', 'prefix'];

/** Reads `s3://[KEY:SECRET@]bucket?endpoint=…&public_endpoint=…&region=…&prefix=…`. */
export function parseS3Url(
  text: string,
  defaults: { readonly credentials?: S3Credentials | null; readonly region?: string | null } = {},
): S3Location {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.hostname === '' || !['', '/'].includes(url.pathname)) {
    throw new Error(
      'STORAGE_URL must look like s3://bucket?endpoint=https://host&region=…&prefix=…',
    );
  }

  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined) throw new Error(`STORAGE_URL has an unknown parameter: ${unknown}`);

  const prefix = (url.searchParams.get('prefix') ?? '').replace(/^\/+|\/+$/g, '');
  const credentials = url.username
    ? {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      }
    : defaults.credentials;
  const endpoint = httpAddress(url, 'endpoint');
  const publicEndpoint = httpAddress(url, 'public_endpoint');

  return {
    bucket: url.hostname,
    region: url.searchParams.get('region') ?? defaults.region ?? 'us-east-1',
    prefix,
    ...(endpoint && { endpoint }),
    ...(publicEndpoint && { publicEndpoint }),
    ...(credentials && { credentials }),
  };
}

function httpAddress(url: URL, name: string): string | undefined {
  const text = url.searchParams.get(name);
  if (text === null) return undefined;
  const { protocol } = URL.parse(text) ?? {};
  if (protocol === 'http:' || protocol === 'https:') return text;
  throw new Error(`STORAGE_URL: ${name} must be an http or https address`);
}
