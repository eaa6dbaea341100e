/** One brand of the library, which opens in place for editing. */
import type { LibraryBrand } from '@reelsight/contract';
import { useState } from 'react';
import { framePath } from '../../api/client.ts';
import { counted } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/confirm-name.tsx';
import { LogoPicture } from '../../ui/logo-picture.tsx';
import { Row } from '../../ui/page.tsx';
import { messageOf } from '../../ui/plain-message.ts';
import { useDeleteBrand } from './brand-calls.ts';
import { BrandForm } from './brand-form.tsx';
import styles from './brands.module.css';
import { LogoPictures } from './logo-pictures.tsx';
import { RecountLine } from './recount-line.tsx';

interface BrandItemProps {
  readonly workspace: string;
  readonly brand: LibraryBrand;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

const thumbsShown = 3;

export function BrandItem({ workspace, brand, open, onOpen }: BrandItemProps) {
  return (
    <li className={styles.brand}>
      <div className={styles.line}>
        <div className={styles.pictures}>
          {brand.logos.slice(0, thumbsShown).map((logo) => (
            <LogoPicture key={logo.logo_id} src={framePath(workspace, logo.path)} alt="" />
          ))}
        </div>
        <div className={styles.words}>
          <h2 className={styles.name} dir="auto">
            {brand.name}
          </h2>
          <span className={styles.soft}>{summary(brand)}</span>
        </div>
        <Button small aria-expanded={open} onClick={() => onOpen(!open)}>
          {open ? 'Close' : 'Edit'}
          <span className="visually-hidden"> {brand.name}</span>
        </Button>
      </div>
      {open && (
        <>
          <BrandForm workspace={workspace} brand={brand} onDone={() => onOpen(false)} />
          <LogoPictures workspace={workspace} brand={brand} />
          {!brand.exclude && <RecountLine brandId={brand.brand_id} />}
          <Removal workspace={workspace} brand={brand} />
        </>
      )}
    </li>
  );
}

function summary({ aliases, support, unless, exclude, logos }: LibraryBrand): string {
  const parts = [
    exclude && 'Never reported',
    aliases.length > 0 && `also ${aliases.join(', ')}`,
    support.length > 0 && `with ${support.join(', ')}`,
    unless.length > 0 && `not with ${unless.join(', ')}`,
    logos.length > 0 && counted(logos.length, 'picture'),
  ].filter((words) => words !== false);
  return parts.join(' · ') || 'Found wherever it is written or said';
}

function Removal({ workspace, brand }: Pick<BrandItemProps, 'workspace' | 'brand'>) {
  const [isAsking, ask] = useState(false);
  const remove = useDeleteBrand(workspace, brand.brand_id);

  if (!isAsking) {
    return (
      <Row>
        <Button small weight="danger" onClick={() => ask(true)}>
          Remove from the library
        </Button>
      </Row>
    );
  }

  return (
    <ConfirmName
      name={brand.name}
      action="Remove brand"
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onCancel={() => ask(false)}
    >
      The entry goes, with {counted(brand.logos.length, 'picture')} of its logo. Videos already
      analysed keep their results.
    </ConfirmName>
  );
}
