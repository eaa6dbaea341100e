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
  const add = useAddLogos(workspace);
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
      <PictureDrop
        busy={add.isPending && 'Sending …'}
        onFiles={(files) => add.mutate({ id: brand.brand_id, files })}
      />
      {add.data && <PlainNotice names={add.data} />}
      {add.error && <Failure error={add.error} what="A picture was not taken." />}
      {remove.error && <Failure error={remove.error} what="The picture was not removed." />}
    </div>
  );
}

interface PictureDropProps {
  readonly busy?: string | false;
  readonly onFiles: (files: File[]) => void;
}

function PictureDrop({ busy, onFiles }: PictureDropProps) {
  return (
    <FileDrop
      label="Choose pictures"
      accept="image/png,image/jpeg,image/webp"
      multiple
      busy={busy}
      onFiles={onFiles}
    >
      Drop PNG, JPEG or WebP pictures here, at most 2 MB each and 10 a brand. The logo engine
      compares each frame with them: show the logo and little else.
    </FileDrop>
  );
}

/** Says which pictures are kept but show too little to be compared. */
function PlainNotice({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Notice kind="warning" title={`Not compared: ${names.join(', ')}`}>
      It shows a plain shape, such as a disc or a bar, or nothing at all. Such shapes are in every
      video: add a picture of the whole logo.
    </Notice>
  );
}

const idOf = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`;

interface ChosenPicturesProps {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}

/** Pictures for a brand that is not saved yet; they are sent with it. */
export function ChosenPictures({ files, onChange }: ChosenPicturesProps) {
  return (
    <div className={styles.wide}>
      <h2 className={styles.name}>Pictures of the logo</h2>
      {files.length > 0 && (
        <ul aria-label="Chosen pictures">
          {files.map((file) => (
            <li key={idOf(file)}>
              {file.name}{' '}
              <Button
                small
                weight="quiet"
                onClick={() => onChange(files.filter((candidate) => candidate !== file))}
              >
                <Trash2 size={14} aria-hidden /> Remove
                <span className="visually-hidden"> {file.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <PictureDrop
        onFiles={(added) => {
          const ids = new Set(files.map(idOf));
          onChange([...files, ...added.filter((file) => !ids.has(idOf(file)))]);
        }}
      />
    </div>
  );
}

interface SentPicturesProps {
  /** Name of the brand, which is saved. */
  readonly brand: string;
  readonly sending: ReturnType<typeof useAddLogos>;
  readonly onOpen: () => void;
}

/** What became of the pictures of a new brand, where not all of them are compared. */
export function SentPictures({ brand, sending, onOpen }: SentPicturesProps) {
  return (
    <div className={styles.wide}>
      <h2 className={styles.name} dir="auto">
        {brand} is in the library
      </h2>
      {sending.error && <Failure error={sending.error} what="A picture was not taken." />}
      {sending.data && <PlainNotice names={sending.data} />}
      <div>
        <Button weight="primary" onClick={onOpen}>
          Open {brand}
        </Button>
      </div>
    </div>
  );
}
