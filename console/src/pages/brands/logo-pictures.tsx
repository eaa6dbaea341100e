/** The pictures of a brand's logo, which the user can add, view and remove. */
import type { LibraryBrand } from '@reelsight/contract';
import { Trash2 } from 'lucide-react';
import { framePath } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Failure, Notice } from '../../ui/notice.tsx';
import { useAddLogos, useDeleteLogo } from './brand-calls.ts';
import styles from './brands.module.css';

interface LogoPicturesProps {
  readonly workspace: string;
  readonly brand: LibraryBrand;
}

export function LogoPictures({ workspace, brand }: LogoPicturesProps) {
  const add = useAddLogos(workspace, brand.brand_id);
  const remove = useDeleteLogo(workspace, brand.brand_id);
  return (
    <div className={styles.wide}>
      <h3>Pictures of the logo</h3>
      {brand.logos.length > 0 && (
        <ul className={styles.logos}>
          {brand.logos.map((logo, index) => (
            <li key={logo.logo_id} className={styles.logo}>
              <img
                src={framePath(workspace, logo.path)}
                alt={`Logo of ${brand.name}, ${index + 1}`}
                title={`${logo.width} × ${logo.height} pixels`}
              />
              <Button
                small
                weight="quiet"
                busy={remove.isPending && remove.variables === logo.logo_id && 'Removing …'}
                onClick={() => remove.mutate(logo.logo_id)}
              >
                <Trash2 size={14} aria-hidden /> Remove
                <span className="visually-hidden">
                  {' '}
                  picture {index + 1} of {brand.name}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FileDrop
        label="Choose pictures"
        accept="image/png,image/jpeg,image/webp"
        multiple
        busy={add.isPending && 'Sending …'}
        onFiles={(files) => add.mutate(files)}
      >
        Drop PNG, JPEG or WebP pictures here, at most 2 MB each and 10 a brand. The logo engine
        compares each frame with them: show the logo and little else.
      </FileDrop>
      {add.data && add.data.length > 0 && (
        <Notice kind="warning" title={`Not compared: ${add.data.join(', ')}`}>
          It shows a plain shape, such as a disc or a bar, or nothing at all. Such shapes are in
          every video: add a picture of the whole logo.
        </Notice>
      )}
      {add.error && <Failure error={add.error} what="A picture was not taken." />}
      {remove.error && <Failure error={remove.error} what="The picture was not removed." />}
    </div>
  );
}
