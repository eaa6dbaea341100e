/** `/settings/brands`: the library of names, aliases, exclusions and logo pictures that every analysis in the workspace uses. */
import type { LibraryBrand } from '@reelsight/contract';
import { useDeferredValue } from 'react';
import { useSearchParams } from 'wouter';
import { useWorkspaceId } from '../../api/session.ts';
import { counted } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { EmptyState, Failure, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Stack } from '../../ui/page.tsx';
import { useLibrary } from './brand-calls.ts';
import { BrandForm } from './brand-form.tsx';
import { BrandItem } from './brand-item.tsx';
import { BrandTransfer } from './brand-transfer.tsx';
import styles from './brands.module.css';

/** The parameter `edit` in the address is the id of the open brand, or `new`. */
export function BrandsPage() {
  const workspace = useWorkspaceId();
  const [search, setSearch] = useSearchParams();
  const { data: library, error, refetch } = useLibrary(workspace);
  const words = search.get('search') ?? '';
  const edited = search.get('edit');
  const set = (name: string, value: string) =>
    setSearch(
      (previous) => {
        const params = new URLSearchParams(previous);
        if (value === '') params.delete(name);
        else params.set(name, value);
        return params;
      },
      { replace: true },
    );
  const adding = edited === 'new';

  return (
    <Stack>
      <PageHead
        title="Brand library"
        lead="Your own names for every analysis of this workspace, in addition to the brands the service already knows. An analysis uses the library as it is when it begins."
        actions={
          !adding && (
            <Button weight="primary" onClick={() => set('edit', 'new')}>
              Add a brand
            </Button>
          )
        }
      />
      {adding && (
        <BrandForm workspace={workspace} brand={null} onDone={(id = '') => set('edit', id)} />
      )}
      {error && (
        <Failure
          error={error}
          what="The library could not be read."
          onRetry={() => void refetch()}
        />
      )}
      {!library && !error && <Skeleton lines={6} />}
      {library && library.length === 0 && !adding && <NoBrands onAdd={() => set('edit', 'new')} />}
      {library && library.length > 0 && (
        <Library
          workspace={workspace}
          library={library}
          words={words}
          edited={edited}
          onSearch={(text) => set('search', text)}
          onEdit={(id) => set('edit', id)}
        />
      )}
      {library && <BrandTransfer workspace={workspace} library={library} />}
    </Stack>
  );
}

interface LibraryProps {
  readonly workspace: string;
  readonly library: readonly LibraryBrand[];
  readonly words: string;
  readonly edited: string | null;
  readonly onSearch: (text: string) => void;
  readonly onEdit: (id: string) => void;
}

function Library({ workspace, library, words, edited, onSearch, onEdit }: LibraryProps) {
  const sought = useDeferredValue(words.trim().toLowerCase());
  const fits = (brand: LibraryBrand) =>
    brand.brand_id === edited ||
    [brand.name, ...brand.aliases].some((name) => name.toLowerCase().includes(sought));
  const visibleBrands = library.filter(fits);

  return (
    <>
      <div className={styles.tools}>
        <TextField
          label="Search"
          type="search"
          placeholder="Name or alias"
          value={words}
          onChange={(event) => onSearch(event.target.value)}
        />
        <span className={styles.soft} role="status">
          {sought === ''
            ? counted(library.length, 'brand')
            : `${visibleBrands.length} of ${counted(library.length, 'brand')}`}
        </span>
      </div>
      <ul className={styles.list}>
        {visibleBrands.map((brand) => (
          <BrandItem
            key={brand.brand_id}
            workspace={workspace}
            brand={brand}
            open={brand.brand_id === edited}
            onOpen={(open) => onEdit(open ? brand.brand_id : '')}
          />
        ))}
      </ul>
    </>
  );
}

function NoBrands({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <EmptyState
      title="The library is empty"
      action={
        <Button weight="primary" onClick={onAdd}>
          Add the first brand
        </Button>
      }
    >
      <p>
        Thousands of well-known brands are found without it. Add a name that is your own or new,
        give it aliases (“Acme Corp” is counted as “Acme”), say what tells an everyday word from a
        brand (“Summit” with boots, not with meeting), drop pictures of its logo, or take out a name
        that never means the brand in your videos.
      </p>
    </EmptyState>
  );
}
