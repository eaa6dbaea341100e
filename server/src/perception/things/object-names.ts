/** What callers call things: synonyms and plurals of the 80 COCO names, and the category of any name. */
import { fold } from '../../analysis/words.ts';

/** COCO name: [category, other words for it]. */
const things: Readonly<Record<string, readonly [string, string]>> = {
  person: [
    'person',
    'people, human, human being, man, men, woman, women, child, children, kid, boy, girl, lady, guy, adult, baby, infant, pedestrian, individual, face, speaker, presenter, player, athlete, crowd',
  ],
  bicycle: ['vehicle', 'bike, cycle, push bike, road bike, mountain bike'],
  car: [
    'vehicle',
    'automobile, auto, sedan, suv, hatchback, taxi, cab, sports car, race car, racing car, convertible',
  ],
  motorcycle: ['vehicle', 'motorbike, motor bike, motor cycle, scooter, moped'],
  airplane: ['vehicle', 'aeroplane, plane, aircraft, jet, airliner'],
  bus: ['vehicle', 'autobus, coach, minibus, school bus, double decker'],
  train: ['vehicle', 'locomotive, railway train, subway train, tram'],
  truck: [
    'vehicle',
    'lorry, pickup, pickup truck, pick-up, pick-up truck, semi, semi truck, fire truck',
  ],
  boat: ['vehicle', 'ship, sailboat, sailing boat, yacht, ferry, vessel, canoe, kayak, motorboat'],
  'traffic light': ['street', 'stoplight, traffic signal, stop light'],
  'fire hydrant': ['street', 'hydrant'],
  'stop sign': ['street', ''],
  'parking meter': ['street', ''],
  bench: ['street', 'park bench'],
  bird: ['animal', 'pigeon, seagull, gull, parrot, duck, eagle, sparrow, crow'],
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
  handbag: ['accessory', 'purse, hand bag, bag, shoulder bag'],
  tie: ['accessory', 'necktie, neck tie'],
  suitcase: ['accessory', 'luggage, suit case, trolley case'],
  frisbee: ['sport', 'flying disc, disc'],
  skis: ['sport', 'ski'],
  snowboard: ['sport', ''],
  'sports ball': [
    'sport',
    'ball, football, soccer ball, basketball, tennis ball, volleyball, baseball, golf ball',
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
  knife: ['kitchen', 'knives'],
  spoon: ['kitchen', 'teaspoon'],
  bowl: ['kitchen', ''],
  banana: ['food', ''],
  apple: ['food', ''],
  sandwich: ['food', 'burger, hamburger, cheeseburger'],
  orange: ['food', ''],
  broccoli: ['food', ''],
  carrot: ['food', ''],
  'hot dog': ['food', 'hotdog, frankfurter'],
  pizza: ['food', 'pizza slice'],
  donut: ['food', 'doughnut'],
  cake: ['food', 'birthday cake, cupcake'],
  chair: ['furniture', 'armchair, office chair'],
  couch: ['furniture', 'sofa, settee'],
  'potted plant': ['furniture', 'pot plant, house plant, houseplant, plant'],
  bed: ['furniture', ''],
  'dining table': ['furniture', 'table, desk, dinner table'],
  toilet: ['furniture', 'lavatory, wc'],
  tv: [
    'electronics',
    'television, tv set, monitor, tv screen, television set, computer monitor, screen',
  ],
  laptop: ['electronics', 'laptop computer, notebook computer, macbook'],
  mouse: ['electronics', 'computer mouse'],
  remote: ['electronics', 'remote control, tv remote'],
  keyboard: ['electronics', 'computer keyboard'],
  'cell phone': [
    'electronics',
    'mobile phone, phone, smartphone, smart phone, cellphone, mobile, iphone, handy, telephone',
  ],
  microwave: ['appliance', 'microwave oven'],
  oven: ['appliance', 'stove, cooker'],
  toaster: ['appliance', ''],
  sink: ['appliance', 'washbasin, wash basin'],
  refrigerator: ['appliance', 'fridge, freezer'],
  book: ['indoor', 'textbook'],
  clock: ['indoor', 'wall clock'],
  vase: ['indoor', ''],
  scissors: ['indoor', 'pair of scissors'],
  'teddy bear': ['indoor', 'teddy'],
  'hair drier': ['indoor', 'hair dryer, hairdryer, blow dryer'],
  toothbrush: ['indoor', 'tooth brush'],
};

const byWord = new Map<string, string>();
for (const [name, [, words]] of Object.entries(things)) {
  for (const word of [name, ...words.split(', ').filter(Boolean)]) byWord.set(plain(word), name);
}

/** The COCO name a caller's name stands for; null if there is none ("red car" is not just any car). */
export function cocoNameOf(asked: string): string | null {
  const name = plain(asked).replace(/^(?:an?|the|some|any|all)\s+/, '');
  for (const form of [name, ...singulars(name)]) {
    const known = byWord.get(form);
    if (known !== undefined) return known;
  }
  return null;
}

/** `other` for names outside COCO. */
export function categoryOf(asked: string): string {
  const name = cocoNameOf(asked) ?? cocoNameOf(plain(asked).split(' ').at(-1) ?? '');
  return name === null ? 'other' : (things[name]?.[0] ?? 'other');
}

function plain(name: string): string {
  return fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** What the name may be the plural of. */
function singulars(name: string): string[] {
  return [
    name.replace(/ies$/, 'y'),
    name.replace(/ves$/, 'fe'),
    name.replace(/(s|x|z|ch|sh)es$/, '$1'),
    name.replace(/s$/, ''),
  ].filter((form) => form !== name && form !== '');
}

/** What the engine calls the thing; null if it has no way to see it. */
export function labelFor(
  engine: { readonly vocabulary: readonly string[] | null },
  name: string,
): string | null {
  if (engine.vocabulary === null) return name;
  const label = cocoNameOf(name);
  return label !== null && engine.vocabulary.includes(label) ? label : null;
}

/** Each thing once, as it is named first. */
export function namesAsked(names: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const name of names) {
    const key = fold(name).trim();
    if (key !== '' && !kept.has(key)) kept.set(key, name);
  }
  return [...kept.values()];
}
