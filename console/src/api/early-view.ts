/**
 * On a slow connection a page's scripts take several seconds to load, while its results arrive within about one second.
 * Until the page is drawn, this view shows the best proof picture of each of the first few brands.
 */
import { around } from '../job/things/logo-place.ts';
import { type Crop, smallQuery } from './small-frame.ts';

interface EarlyAppearance {
  readonly confidence?: number;
  readonly frame_url?: string;
  readonly bounding_box?: Crop;
}

export interface EarlyJob {
  readonly results?: {
    readonly meta: { readonly video?: { readonly width: number; readonly height: number } };
    readonly brands?: readonly {
      readonly name: string;
      readonly appearances: readonly EarlyAppearance[];
    }[];
  };
}

const mostPictures = 4;
const fastMs = 900;
const mostMs = 20_000;
const lookMs = 50;

/** Ranks pictures in the same way as the page, so that both choose the same ones and each is fetched only once. */
const worth = ({ bounding_box: box, confidence = 0 }: EarlyAppearance): number =>
  (box ? Math.sqrt(box.width * box.height) : 0.01) * confidence;

export function showEarly(home: string, { results }: EarlyJob): void {
  const { width, height } = results?.meta.video ?? { width: 16, height: 9 };
  const pictures = (results?.brands ?? []).flatMap(({ name, appearances }) => {
    const framed = appearances.filter(({ frame_url }) => frame_url);
    const [best] = framed.toSorted((a, b) => worth(b) - worth(a));
    const crop = best?.bounding_box && around(best.bounding_box, width / height);
    return best ? { name, src: home + best.frame_url + smallQuery({ width: 160, crop }) } : [];
  });

  if (pictures.length === 0) return;
  // Shown only after a delay, because pictures shown just before the page itself would only flash.
  setTimeout(() => isDrawn() || show(pictures.slice(0, mostPictures)), fastMs - performance.now());
}

const root = (): HTMLElement | null => document.getElementById('root');
const isDrawn = (): boolean => root()?.querySelector('h1, form') != null;

function show(pictures: readonly { readonly name: string; readonly src: string }[]): void {
  const view = document.createElement('div');
  view.className = 'early';

  for (const { name, src } of pictures) {
    const figure = document.createElement('figure');
    const image = new Image();
    image.fetchPriority = 'high';
    image.alt = '';
    image.src = src;

    const caption = document.createElement('figcaption');
    caption.dir = 'auto';
    caption.textContent = name;
    figure.append(image, caption);
    view.append(figure);
  }

  document.body.append(view);
  removeOnceDrawn(view);
}

/** Removes the view once the page has loaded its own pictures, shows something else, or takes too long. */
function removeOnceDrawn(view: HTMLElement): void {
  const began = performance.now();
  const timer = setInterval(() => {
    const results = root()?.querySelector('#results');
    const pictures = [...(results?.querySelectorAll('img') ?? [])].slice(0, mostPictures);
    const isLoading = isDrawn() ? pictures.some(({ complete }) => !complete) : true;
    if (isLoading && performance.now() - began < mostMs) return;
    clearInterval(timer);
    view.remove();
  }, lookMs);
}
