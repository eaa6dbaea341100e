/** Makes a picture small before it is sent: photos of phones have many times the pixels that are compared. */

/** Longer side of the picture that is sent, in pixels; the service compares with half of it. */
const longestSide = 1024;
const quality = 0.9;

/** The picture as it is if it is small already, or if the browser can't read it: the service says what is wrong then. */
export async function shrunkPicture(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (!bitmap) return picture;

  const scale = longestSide / Math.max(bitmap.width, bitmap.height);
  if (scale >= 1) return picture;

  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();

  return new Promise((resolve) => {
    canvas.toBlob((small) => resolve(small ?? picture), 'image/jpeg', quality);
  });
}
