/**
 * Pictures from Debian packages and what they show, identified by eye: cut-outs of things, photos of whole scenes, and
 * backgrounds that show none of COCO's 80 things. The tuning set and the final set have no picture in common.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { qtResources } from './qt-resources.ts';

export type SetName = 'tuning' | 'final';

export const thingPackages = [
  'tuxpaint-stamps-default',
  'gcompris-qt-data',
  'opencv-doc',
  'python3-skimage',
  'mate-backgrounds',
  'lomiri-wallpapers-16.04',
  'plasma-workspace-wallpapers',
] as const;

const stampsDir = '/usr/share/tuxpaint/stamps';
const gcomprisDir = '/usr/share/gcompris-qt/rcc';
const opencvDir = '/usr/share/doc/opencv-doc/examples';
const skimageDir = '/usr/lib/python3/dist-packages/skimage/data';
const mateDir = '/usr/share/backgrounds/mate';
const lomiriDir = '/usr/share/backgrounds';
const plasmaDir = '/usr/share/wallpapers';

/** Returns the packages that are not installed. */
export function missingPackages(): string[] {
  const dirs = [stampsDir, gcomprisDir, opencvDir, skimageDir, mateDir];
  const files = [`${lomiriDir}/sunset_by_Aitzol_Berasategi.jpg`, `${plasmaDir}/Autumn`];
  return [...dirs, ...files].flatMap((one, i) =>
    existsSync(one) ? [] : [thingPackages[i] as string],
  );
}

export interface CutOut {
  readonly file: string;
  /** A COCO name; null for a thing that COCO does not name. */
  readonly name: string | null;
}

const birds: Readonly<Record<SetName, string>> = {
  tuning: 'blackbird crow drake hen lark magpie owl pelican pigeon rooster silver-gull tucan',
  final:
    'adelaide-rosella chicken_profile duck gander heron_greatblue penguin pink_flamingo rainbow-lorikeet seagull turkey vulture guineafowl',
};

/** `name: files relative to the stamps' folder`; things that COCO does not name are listed under `none`. */
const stamps: Readonly<Record<SetName, Readonly<Record<string, string>>>> = {
  tuning: {
    bird: birds.tuning
      .split(' ')
      .map((name) => `animals/birds/${name}`)
      .join(' '),
    bear: 'animals/mammals/bears/bear',
    cow: 'animals/mammals/bovines/cow animals/mammals/bovines/bull',
    sheep: 'animals/mammals/bovines/sheep',
    dog: 'animals/mammals/dogs/dog',
    elephant: 'animals/mammals/elephant',
    zebra: 'animals/mammals/equines/zebra',
    car: 'vehicles/auto/sedan vehicles/auto/beetle',
    truck: 'vehicles/emergency/firetruck vehicles/auto/truck',
    boat: 'vehicles/ship/chineseJunk',
    'sports ball': 'sports/basketball sports/tennis_ball',
    'stop sign': 'town/roadsigns/stop',
    apple: 'food/fruit/apple_red food/fruit/apple_sierra_beauty',
    orange: 'food/fruit/orange',
    broccoli: 'food/vegetables/broccoli',
    scissors: 'household/arttools/scissors_small_open',
    person: 'people/fireman200b',
    none: [
      'animals/amphibians/frog animals/insects/mantis animals/mammals/aquatic/orca',
      'animals/marsupials/kangaroo animals/marsupials/koala animals/mammals/rodents/squirrel',
      'animals/fish/butterflyfish hobbies/music/string/guitar_classical hobbies/camera_35mm',
      'household/tools/hammer household/kettle food/vegetables/garlic food/vegetables/pumpkin_small',
      'plants/mushrooms/cep-1 household/Lightbulb animals/mammals/hippopotamus',
    ].join(' '),
  },
  final: {
    bird: birds.final
      .split(' ')
      .map((name) => `animals/birds/${name}`)
      .join(' '),
    bear: 'animals/mammals/bears/european-bear',
    cow: 'animals/mammals/bovines/cow_white animals/mammals/bovines/zebu',
    sheep: 'animals/mammals/bovines/ram animals/mammals/bovines/sheep_lamb',
    dog: 'animals/mammals/dogs/dingo',
    giraffe: 'animals/mammals/giraffe',
    horse: 'animals/mammals/equines/horse',
    car: 'vehicles/auto/sportscar2',
    truck: 'vehicles/garbagetruck',
    bus: 'vehicles/masstransit/green_korean_bus',
    airplane: 'vehicles/flight/planes/747',
    boat: 'vehicles/ship/walnutBoat',
    'sports ball': 'sports/soccer sports/cricketball',
    toilet: 'household/toilet',
    apple: 'food/fruit/apple_green food/fruit/apple_fuji',
    orange: 'food/fruit/mandarine',
    carrot: 'food/vegetables/carrot',
    'tennis racket': 'sports/tennis_racket',
    'teddy bear': 'animals/mammals/bears/toys/edward_bear',
    person: 'people/fireman240a',
    none: [
      'animals/amphibians/frog-1 animals/insects/hornet animals/mammals/aquatic/dolphin',
      'animals/marsupials/wombat animals/mammals/rodents/rabbit-2 animals/fish/lionfish',
      'animals/lizards/iguana hobbies/music/string/violin hobbies/binoculars household/teapot',
      'household/tools/plyers household/garbagecan food/vegetables/eggplant food/fruit/pineapple',
      'plants/trees/pinecone sports/trophy_cup vehicles/flight/balloon360 town/uk_post_box',
    ].join(' '),
  },
};

export function cutOuts(set: SetName): CutOut[] {
  return Object.entries(stamps[set]).flatMap(([name, files]) =>
    files.split(' ').flatMap((file) => {
      const full = path.join(stampsDir, `${file}.png`);
      return existsSync(full) ? [{ file: full, name: name === 'none' ? null : name }] : [];
    }),
  );
}

export interface Photo {
  readonly picture: Buffer | string;
  readonly names: readonly string[];
  /** Debatable names, which count neither as right nor as wrong. */
  readonly unclear: readonly string[];
}

/**
 * The path of each photo, with the names of what it shows. `erase/…` and the like are resources of GCompris. Names
 * after `?` are unclear.
 */
const photos: Readonly<Record<SetName, Readonly<Record<string, string>>>> = {
  tuning: {
    'erase/calf': 'cow',
    'erase/giraffe': 'giraffe',
    'erase/heron': 'bird',
    'erase/kitten': 'cat',
    'erase/penguin': 'bird',
    'erase/swans': 'bird',
    'erase/toucan': 'bird',
    'erase/butterfly': '? bird',
    'erase/camels': '? horse, cow',
    'erase/gorilla': '? bear',
    'erase/squirrel': '',
    'erase/red_panda': '? bear',
    'explore_farm_animals/chicken': 'bird',
    'explore_farm_animals/dog': 'dog',
    'explore_farm_animals/horse': 'horse',
    'explore_farm_animals/pig': '? sheep, dog, cow',
    'explore_world_animals/polar_bear': 'bear',
    'explore_world_animals/crocodile': '',
    'explore_world_animals/kangaroo': '',
    'explore_world_music/australia': 'person',
    'explore_world_music/italy': 'person',
    'explore_world_music/africa': '? vase, bottle',
    'categorization/baseball': 'sports ball',
    'categorization/chair': 'chair',
    'categorization/cup': 'cup ? bowl, dining table',
    'categorization/scissors1': 'scissors',
    'categorization/scissors3': 'scissors',
    'categorization/hammer3': '',
    'categorization/pan': '? bowl, sink, oven, cup',
    [`${skimageDir}/coffee.png`]: 'cup ? spoon, dining table, bowl',
    [`${skimageDir}/chelsea.png`]: 'cat',
    [`${skimageDir}/camera.png`]: 'person',
    [`${opencvDir}/data/messi5.jpg`]: 'person, sports ball',
    [`${opencvDir}/data/basketball1.png`]: 'person, sports ball',
    [`${opencvDir}/data/right.jpg`]: 'book',
    [`${opencvDir}/hfs/data/000.jpg`]: 'bird',
    [`${opencvDir}/data/orange.jpg`]: 'orange',
    [`${lomiriDir}/free_by_Peter_Nerlich.jpg`]: 'bird',
  },
  final: {
    'erase/gosling': 'bird',
    'erase/horse': 'horse',
    'erase/kingfisher': 'bird',
    'erase/northern_harrier': 'bird',
    'erase/spoonbills': 'bird',
    'erase/bee': '',
    'erase/alpaca': '? sheep, horse, dog',
    'erase/cheetah': '? cat',
    'erase/meerkats': '? bird, dog, cat, bear',
    'erase/crab': '',
    'explore_farm_animals/cat': 'cat',
    'explore_farm_animals/cow': 'cow',
    'explore_farm_animals/duck': 'bird',
    'explore_farm_animals/owl': 'bird',
    'explore_farm_animals/sheep': 'sheep',
    'explore_world_animals/giraffe': 'giraffe',
    'explore_world_animals/scarlet_macaw': 'bird',
    'explore_world_animals/koala': '? bear',
    'explore_world_animals/hedgehog': '',
    'explore_world_music/ireland': 'person ? chair',
    'explore_world_music/mexico': 'person',
    'explore_world_music/middleeast': '',
    'categorization/buffetset': 'cup ? bowl, dining table',
    'categorization/volleyball': 'sports ball',
    'categorization/knife': 'fork, spoon, knife',
    'categorization/scissors2': 'scissors',
    'categorization/scissors4': 'scissors',
    'categorization/wrench1': '? knife, scissors',
    'categorization/bulb': '',
    [`${skimageDir}/astronaut.png`]: 'person',
    [`${skimageDir}/motorcycle_left.png`]: 'motorcycle ? bicycle',
    [`${opencvDir}/data/chicky_512.png`]: 'dog',
    [`${opencvDir}/data/licenseplate_motion.jpg`]: 'car',
    [`${opencvDir}/data/apple.jpg`]: 'apple ? orange',
    [`${opencvDir}/data/butterfly.jpg`]: '? bird',
    [`${lomiriDir}/friends_by_Aitzol_Berasategi.jpg`]: 'dog',
    [`${lomiriDir}/Kleiber_by_Lukas_Baubkus.jpg`]: 'bird',
  },
};

export function scenes(set: SetName): Photo[] {
  const read = new Map<string, Map<string, Buffer>>();
  const words = (text = '') =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
  return Object.entries(photos[set]).flatMap(([place, text]) => {
    const picture = place.startsWith('/') ? place : resource(place, read);
    if (picture === null || (typeof picture === 'string' && !existsSync(picture))) return [];
    const [names, unclear] = text.split('?');
    return [{ picture, names: words(names), unclear: words(unclear) }];
  });
}

function resource(place: string, read: Map<string, Map<string, Buffer>>): Buffer | null {
  const [file, name] = place.split('/') as [string, string];
  const full = path.join(gcomprisDir, `${file}.rcc`);
  if (!existsSync(full)) return null;
  const files = read.get(file) ?? qtResources(full);
  read.set(file, files);
  const found = [...files].find(([inside]) => path.basename(inside, '.webp') === name);
  return found?.[1] ?? null;
}

const grounds: Readonly<Record<SetName, readonly string[]>> = {
  tuning: [
    `${mateDir}/nature/Dune.jpg`,
    `${mateDir}/nature/GreenMeadow.jpg`,
    `${mateDir}/nature/Storm.jpg`,
    `${mateDir}/nature/Wood.jpg`,
    `${lomiriDir}/sunset_by_Aitzol_Berasategi.jpg`,
    `${lomiriDir}/picosdeeuropa_by_Aitzol_Berasategi.jpg`,
    `${plasmaDir}/Autumn/contents/images/1920x1080.jpg`,
    `${plasmaDir}/FallenLeaf/contents/images/1920x1080.jpg`,
    `${opencvDir}/hfs/data/001.jpg`,
    `${opencvDir}/data/home.jpg`,
    `${skimageDir}/brick.png`,
    `${skimageDir}/gravel.png`,
  ],
  final: [
    `${mateDir}/nature/Blinds.jpg`,
    `${mateDir}/nature/RainDrops.jpg`,
    `${mateDir}/desktop/Stripes.png`,
    `${lomiriDir}/aitzgorri_by_Aitzol_Berasategi.jpg`,
    `${lomiriDir}/life_by_Aitzol_Berasategi.jpg`,
    `${plasmaDir}/DarkestHour/contents/images/1920x1080.jpg`,
    `${plasmaDir}/BytheWater/contents/images/1920x1080.jpg`,
    `${plasmaDir}/ColdRipple/contents/images/1920x1080.jpg`,
    `${opencvDir}/hfs/data/002.jpg`,
    `${mateDir}/nature/Aqua.jpg`,
    `${skimageDir}/grass.png`,
    `${opencvDir}/data/board.jpg`,
  ],
};

/** Files of backgrounds; `null` stands for a background that is drawn. */
export const groundsOf = (set: SetName): (string | null)[] => [
  ...grounds[set].filter((file) => existsSync(file)),
  null,
  null,
  null,
];
