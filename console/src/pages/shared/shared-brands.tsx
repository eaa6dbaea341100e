/** The brands and objects of a shared job. */
import type { BrandResult, ObjectResult } from '@reelsight/contract';
import { lengthText } from '../../format/time.ts';
import type { Seek } from './moment-text.tsx';
import { SharedAppearance, SharedFound } from './shared-found.tsx';
import { SharedSection } from './shared-section.tsx';

interface BrandsProps {
  readonly brands: readonly BrandResult[];
  readonly token: string;
  readonly onSeek: Seek;
}

export function SharedBrands({ brands, token, onSeek }: BrandsProps) {
  // Like the table of exposure, which stands above it.
  const sorted = brands.toSorted(
    (a, b) => secondsOf(b) - secondsOf(a) || (a.name < b.name ? -1 : 1),
  );
  return (
    <SharedSection id="brands" title="Brands" none={brands.length === 0 && 'No brand was found.'}>
      {sorted.map((brand, index) => (
        <SharedFound
          key={brand.name}
          isBrand
          name={brand.name}
          amount={seenText(brand)}
          corrected={brand.corrected}
          open={index === 0}
        >
          {brand.appearances.map((appearance) => (
            <li key={`${appearance.source} ${appearance.timestamp}`}>
              <SharedAppearance one={appearance} name={brand.name} token={token} onSeek={onSeek} />
              {appearance.surface && <span> · {appearance.surface.replaceAll('-', ' ')}</span>}
              {appearance.speech_context && <q dir="auto">{appearance.speech_context}</q>}
            </li>
          ))}
        </SharedFound>
      ))}
    </SharedSection>
  );
}

const secondsOf = ({ total_visible_duration = 0 }: BrandResult): number => total_visible_duration;

function seenText(brand: BrandResult): string {
  const mentionCount = brand.appearances.filter(({ source }) => source === 'audio').length;
  const parts = [
    ...(brand.total_visible_duration === undefined ? [] : [`${lengthText(secondsOf(brand))} seen`]),
    ...(mentionCount > 0 ? [`${mentionCount} × said`] : []),
  ];
  return parts.join(' · ');
}

interface ObjectsProps {
  readonly objects: readonly ObjectResult[];
  readonly token: string;
  readonly onSeek: Seek;
}

export function SharedObjects({ objects, token, onSeek }: ObjectsProps) {
  const emptyText = objects.length === 0 && 'None of the objects that were asked for was seen.';
  return (
    <SharedSection id="objects" title="Objects" none={emptyText}>
      {objects.map(({ name, total_visible_duration: seconds, appearances, corrected }) => (
        <SharedFound
          key={name}
          name={name}
          amount={`${lengthText(seconds)} seen`}
          corrected={corrected}
        >
          {appearances.map((appearance) => (
            <li key={appearance.timestamp_start}>
              <SharedAppearance one={appearance} name={name} token={token} onSeek={onSeek} />
            </li>
          ))}
        </SharedFound>
      ))}
    </SharedSection>
  );
}
