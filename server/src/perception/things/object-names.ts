/**
 * Maps the names that callers use for things to the 80 COCO names: synonyms, plurals, and the labels that other tools
 * and data sets use for the same things (YOLO, Pascal VOC, CVAT, Open Images, Objects365, LVIS). Also gives the
 * category of any name.
 */
import { fold } from '../../analysis/words.ts';

/** For each COCO name, its category and other words for it. */
const things: Readonly<Record<string, readonly [string, string]>> = {
  person: [
    'person',
    'people, human, human being, man, men, woman, women, child, children, kid, boy, girl, lady, guy, adult, baby, infant, pedestrian, individual, face, speaker, presenter, player, athlete, crowd, human body',
  ],
  bicycle: ['vehicle', 'bike, cycle, push bike, road bike, mountain bike, pedal cycle'],
  car: [
    'vehicle',
    'automobile, auto, sedan, suv, hatchback, taxi, cab, sports car, race car, racing car, convertible',
  ],
  motorcycle: ['vehicle', 'motorbike, motor bike, motor cycle, scooter, moped, motor scooter'],
  airplane: [
    'vehicle',
    'aeroplane, plane, aircraft, jet, airliner, air plane, fixed wing aircraft',
  ],
  bus: ['vehicle', 'autobus, coach, minibus, school bus, double decker, bus vehicle'],
  train: ['vehicle', 'locomotive, railway train, subway train, tram'],
  truck: [
    'vehicle',
    'lorry, pickup, pickup truck, pick-up, pick-up truck, semi, semi truck, fire truck',
  ],
  boat: ['vehicle', 'ship, sailboat, sailing boat, yacht, ferry, vessel, canoe, kayak, motorboat'],
  'traffic light': ['street', 'stoplight, traffic signal, stop light, traffic lamp'],
  'fire hydrant': ['street', 'hydrant, fireplug, fire plug'],
  'stop sign': ['street', ''],
  'parking meter': ['street', ''],
  bench: ['street', 'park bench'],
  bird: ['animal', 'pigeon, seagull, gull, parrot, duck, eagle, sparrow, crow, wild bird'],
  cat: ['animal', 'kitten, kitty, house cat'],
  dog: ['animal', 'puppy, pup, hound, canine'],
  horse: ['animal', 'pony, foal, stallion, mare'],
  sheep: ['animal', 'lamb, ram, ewe'],
  cow: ['animal', 'cattle, bull, ox, calf'],
  elephant: ['animal', ''],
  bear: ['animal', 'grizzly, grizzly bear, polar bear, brown bear'],
  zebra: ['animal', ''],
  giraffe: ['animal', ''],
  backpack: ['accessory', 'rucksack, knapsack, back pack, school bag'],
  umbrella: ['accessory', 'parasol'],
  handbag: ['accessory', 'purse, hand bag, bag, shoulder bag, handbag satchel'],
  tie: ['accessory', 'necktie, neck tie'],
  suitcase: ['accessory', 'luggage, suit case, trolley case, luggage bag'],
  frisbee: ['sport', 'flying disc, disc, flying disk'],
  skis: ['sport', 'ski, skiboard'],
  snowboard: ['sport', ''],
  'sports ball': [
    'sport',
    'ball, football, soccer ball, basketball, tennis ball, volleyball, baseball, golf ball, american football, rugby ball, cricket ball, beach ball, volleyball ball, other ball',
  ],
  kite: ['sport', ''],
  'baseball bat': ['sport', 'bat'],
  'baseball glove': ['sport', 'baseball mitt, mitt'],
  skateboard: ['sport', 'skate board'],
  surfboard: ['sport', 'surf board'],
  'tennis racket': ['sport', 'tennis racquet, racket, racquet'],
  bottle: ['kitchen', 'water bottle, wine bottle, beer bottle, plastic bottle'],
  'wine glass': ['kitchen', 'wineglass, goblet'],
  cup: ['kitchen', 'mug, coffee mug, coffee cup, tea cup, teacup, paper cup'],
  fork: ['kitchen', ''],
  knife: ['kitchen', 'knives, kitchen knife'],
  spoon: ['kitchen', 'teaspoon'],
  bowl: ['kitchen', 'bowl basin, mixing bowl'],
  banana: ['food', ''],
  apple: ['food', 'apple fruit'],
  sandwich: ['food', 'burger, hamburger, cheeseburger, submarine sandwich'],
  orange: ['food', 'orange fruit, orange tangerine'],
  broccoli: ['food', ''],
  carrot: ['food', ''],
  'hot dog': ['food', 'hotdog, frankfurter'],
  pizza: ['food', 'pizza slice'],
  donut: ['food', 'doughnut'],
  cake: ['food', 'birthday cake, cupcake'],
  chair: ['furniture', 'armchair, office chair'],
  couch: ['furniture', 'sofa, settee, studio couch, sofa bed, loveseat'],
  'potted plant': ['furniture', 'pot plant, house plant, houseplant, plant'],
  bed: ['furniture', 'infant bed'],
  'dining table': [
    'furniture',
    'table, desk, dinner table, dinning table, kitchen table, coffee table, kitchen dining room table',
  ],
  toilet: ['furniture', 'lavatory, wc'],
  tv: [
    'electronics',
    'television, tv set, monitor, tv monitor, monitor tv, tv screen, television set, computer monitor, screen, flat screen, flat screen tv',
  ],
  laptop: ['electronics', 'laptop computer, notebook computer, macbook'],
  mouse: ['electronics', 'computer mouse, mouse computer equipment'],
  remote: ['electronics', 'remote control, tv remote, remote controller, tv remote control'],
  keyboard: ['electronics', 'computer keyboard'],
  'cell phone': [
    'electronics',
    'mobile phone, phone, smartphone, smart phone, cellphone, mobile, iphone, handy, telephone, cellular phone, cellular telephone, mobile telephone',
  ],
  microwave: ['appliance', 'microwave oven'],
  oven: ['appliance', 'stove, cooker, gas stove'],
  toaster: ['appliance', ''],
  sink: ['appliance', 'washbasin, wash basin'],
  refrigerator: ['appliance', 'fridge, freezer'],
  book: ['indoor', 'textbook'],
  clock: ['indoor', 'wall clock, alarm clock, digital clock'],
  vase: ['indoor', ''],
  scissors: ['indoor', 'pair of scissors'],
  'teddy bear': ['indoor', 'teddy'],
  'hair drier': ['indoor', 'hair dryer, hairdryer, blow dryer'],
  toothbrush: ['indoor', 'tooth brush'],
};

interface KnownWord {
  /** The known word, including any spaces. */
  readonly word: string;
  /** The COCO name. */
  readonly name: string;
}

/**
 * Known words by their letters without spaces, because many tools write labels like this: `tvmonitor`, `TrafficLight`.
 */
const byLetters = new Map<string, KnownWord>();
for (const [name, [, words]] of Object.entries(things)) {
  for (const word of [name, ...words.split(', ').filter(Boolean)])
    byLetters.set(lettersOf(plain(word)), { word, name });
}

/** The COCO name that corresponds to a caller's name; null if there is none ("red car" is not just any car). */
export const cocoNameOf = (requestedName: string): string | null =>
  knownWord(requestedName)?.name ?? null;

function knownWord(requestedName: string): KnownWord | undefined {
  const name = plain(requestedName).replace(/^(?:an?|the|some|any|all)\s+/, '');
  for (const form of [name, ...singulars(name)]) {
    const word = byLetters.get(lettersOf(form));
    if (word) return word;
  }
  return undefined;
}

/** The category of a requested name; `other` for names that COCO does not have. */
export function categoryOf(requestedName: string): string {
  const name =
    cocoNameOf(requestedName) ?? cocoNameOf(plain(requestedName).split(' ').at(-1) ?? '');
  return name === null ? 'other' : (things[name]?.[0] ?? 'other');
}

function plain(name: string): string {
  return fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function lettersOf(name: string): string {
  return name.replaceAll(' ', '');
}

/** Possible singular forms of a name that may be a plural. */
function singulars(name: string): string[] {
  return [
    name.replace(/ies$/, 'y'),
    name.replace(/ves$/, 'fe'),
    name.replace(/(s|x|z|ch|sh)es$/, '$1'),
    name.replace(/s$/, ''),
  ].filter((form) => form !== name && form !== '');
}

/** The engine's label for the thing; null if the engine cannot detect it. */
export function labelFor(
  engine: { readonly vocabulary: readonly string[] | null },
  name: string,
): string | null {
  // An engine that accepts any name does not understand words that are run together, so they are separated.
  if (engine.vocabulary === null) return name.includes(' ') ? name : (spacedWord(name) ?? name);
  const label = cocoNameOf(name);
  return label !== null && engine.vocabulary.includes(label) ? label : null;
}

/** Returns `dining table` for `diningtable`; undefined if the name does not consist of several words run together. */
function spacedWord(name: string): string | undefined {
  const word = knownWord(name)?.word;
  return word?.includes(' ') ? word : undefined;
}

/** Removes repeated names, keeping the first spelling of each. */
export function namesAsked(names: readonly string[]): string[] {
  const namesByKey = new Map<string, string>();
  for (const name of names) {
    const key = fold(name).trim();
    if (key !== '' && !namesByKey.has(key)) namesByKey.set(key, name);
  }
  return [...namesByKey.values()];
}
