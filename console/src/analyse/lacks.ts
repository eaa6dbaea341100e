/** Sentences about models and other parts that the chosen analysis needs but the server lacks. */
import type { Abilities } from '@reelsight/contract';
import type { Wanted } from './wanted.ts';

interface Lack {
  readonly id: string;
  readonly text: string;
  /** True if nothing would be found at all, or the job would fail. */
  readonly fails?: boolean;
}

/** What becomes of questions over all videos without a language model. */
export const totalsOnly =
  'Questions over all videos: totals of brands are answered (shown longest, most often, in most videos); others by the passage that fits best, or not at all.';

export function lacksOf(
  { lacking, unseen_objects: unseen, unseen_logos: unseenLogos }: Abilities,
  { capabilities, surfaces, brands, objects, together }: Wanted,
): Lack[] {
  const lacks = (ability: Abilities['lacking'][number]) => lacking.includes(ability);
  const hasCapability = (capability: Wanted['capabilities'][number]) =>
    capabilities.includes(capability);
  const candidates: (Lack | false)[] = [
    hasCapability('objects') &&
      unseen.length > 0 && {
        id: 'unseen',
        text: `Can’t be seen by the engine for objects: ${unseen.join(', ')}. It knows common things such as person, car, cup.`,
        fails: true,
      },
    hasCapability('brands') &&
      surfaces.length > 0 &&
      lacks('vision') && {
        id: 'surfaces',
        text: 'Surfaces can’t be checked without a vision model: the analysis would be refused or fail.',
        fails: true,
      },
    hasCapability('brands') &&
      brands.length === 0 &&
      lacks('logos') && {
        id: 'logos',
        text: 'Brands are found by their names, on screen and in speech. A logo without letters is found of some 60 well-known brands, and of brands with a picture in the brand library. Name brands here to have theirs looked for.',
      },
    hasCapability('brands') &&
      unseenLogos.length > 0 && {
        id: 'unseen-logos',
        text: `Found by name alone: ${unseenLogos.join(', ')}. To find a logo without letters, add a picture of it to the brand library.`,
      },
    hasCapability('transcription') &&
      lacks('languages') && {
        id: 'languages',
        text: 'Only English is transcribed.',
      },
    hasCapability('transcription') &&
      lacks('speakers') && { id: 'speakers', text: 'Speakers are not told apart.' },
    hasCapability('summary') &&
      lacks('language_model') && {
        id: 'summary',
        text: 'The summary is made of sentences quoted from the video.',
      },
    hasCapability('custom_query') &&
      lacks('language_model') && {
        id: 'answers',
        text: 'Questions are answered by the passage that fits best.',
      },
    together.length > 0 &&
      lacks('language_model') && {
        id: 'together',
        text: totalsOnly,
      },
    hasCapability('objects') &&
      objects.length === 0 &&
      lacks('objects') && {
        id: 'objects',
        text: 'Objects: 80 common things can be looked for, such as person, car, cup.',
      },
  ];

  return candidates.filter((lack): lack is Lack => lack !== false);
}
