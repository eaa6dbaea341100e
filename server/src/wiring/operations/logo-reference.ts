/** Pictures of what logos are compared with, for people who look at a result. */
import { identityOf } from '@reelsight/contract/name-identity';
import sharp from 'sharp';
import { drawIcons, fileReferences, folderLogos, iconsOf } from '../../engines/logo-references.ts';

/** The picture of a brand in the operator's folder, else its shape of `simple-icons`, as a PNG; null if there is none. */
export async function logoReference(
  brand: string,
  logosDir: string | null,
): Promise<Buffer | null> {
  const files = logosDir === null ? [] : await folderLogos(logosDir);
  const file = files.find(({ name }) => identityOf(name) === identityOf(brand));
  const references = file
    ? await fileReferences([file])
    : await drawIcons(iconsOf([brand]).slice(0, 1));
  const [reference] = references;
  if (!reference) return null;

  const { width, height, data } = reference.picture;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
