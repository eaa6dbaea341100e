/** What the synthetic voices say: names of brands in sentences, and sentences in which no brand is meant. */

export type SetName = 'tuning' | 'final';

type Group = 'food' | 'car' | 'device' | 'online' | 'shop' | 'wear';

export interface Name {
  readonly name: string;
  /** Spelling that makes a voice pronounce the name correctly; absent: the name itself. */
  readonly said?: string;
}

export interface Material {
  readonly names: Readonly<Record<Group, readonly Name[]>>;
  /** Names that are in no lexicon, so they are found only if the caller asks for them. */
  readonly unknown: readonly Name[];
  /** `{a}` and `{b}` stand for two names of the group. */
  readonly sentences: Readonly<Record<Group, readonly string[]>>;
  readonly unknownSentences: readonly string[];
  /**
   * `traps`: sentences that contain words similar to a brand but mean none. `trapNames`: those brands, which the caller
   * asks for nevertheless.
   */
  readonly traps: readonly string[];
  readonly trapNames: readonly string[];
  readonly voices: readonly Voice[];
}

/** `speed` is the stretch of durations for `flite` and `festival`, and words per minute for `espeak-ng`. */
export interface Voice {
  readonly program: 'flite' | 'espeak-ng' | 'festival';
  readonly voice: string;
  readonly speed: number;
}

/** Parses a list such as "LinkedIn: linked in, Prada". */
const names = (list: string): Name[] =>
  list.split(', ').map((entry) => {
    const [name = '', said] = entry.split(': ');
    return said === undefined ? { name } : { name, said };
  });

const tuning: Material = {
  names: {
    food: names(
      "Pepsi, Gatorade, Heineken, Nutella, Oreo, Pringles, Doritos, Kellogg's, Red Bull, Schweppes, Haribo",
    ),
    car: names(
      'Honda, Mazda, Hyundai, BMW: b m w, Audi, Porsche, Chevrolet, Tesla, Volvo, Renault: ren oh, Goodyear',
    ),
    device: names(
      'Sony, Panasonic, Philips, Nikon, Intel, Nvidia: en viddia, IBM: i b m, Dell, Lenovo, Huawei: wah way, Nokia',
    ),
    online: names(
      'YouTube, Instagram, Twitter, LinkedIn: linked in, Spotify, Disney, PayPal: pay pal, Airbnb: air b n b, Nintendo, Skype',
    ),
    shop: names(
      "McDonald's, Burger King, Pizza Hut, Walmart, Costco, Best Buy, Ikea, Aldi, FedEx: fed ex, Hilton, Mastercard",
    ),
    wear: names(
      'Nike: nye key, Reebok, Under Armour, Gucci, Prada, Rolex, Zara, Colgate, Gillette, Nivea, Swarovski',
    ),
  },
  unknown: names('Velora, Brightmoor: bright moor, Zentrix, Kalvado'),
  sentences: {
    food: [
      'She always brings a bag of {a} to the party.',
      '{a} opened a new factory in the south last year.',
      'I would rather have {a} than {b}.',
      'The commercial for {a} was shown during the game.',
      "The children love {a}'s new flavour.",
      'Could you buy some {a}, please?',
    ],
    car: [
      'My uncle sold his {a} and bought a {b}.',
      'The engine was built by {a} in Germany.',
      "{a}'s latest model was tested on ice.",
      'Two old {a} cars were parked in front of the school.',
      'The dealer said that {a} would deliver it in spring.',
      'For ten years he worked at {a}.',
    ],
    device: [
      'The camera was made by {a}.',
      '{a} and {b} signed a contract on Monday.',
      'We have just replaced our old {a} computers.',
      'Engineers from {a} visited the lab yesterday.',
      "The battery in {a}'s new phone lasts two days.",
      'I have never owned anything from {a}.',
    ],
    online: [
      'Most of my friends use {a} every day.',
      'She put the pictures on {a} after the wedding.',
      'The shares of {a} fell by three percent.',
      'According to {a}, nobody was affected.',
      'You can find the show on {a} or on {b}.',
      'He lost his password for {a} again.',
    ],
    shop: [
      'We stopped at {a} on the way home.',
      '{a} is going to close four hundred places.',
      'The line in front of {a} was very long this morning.',
      'There is a {a} next to the {b} on Main Street.',
      'My sister got a job with {a} last summer.',
      'A spokesman for {a} declined to comment.',
    ],
    wear: [
      'He was wearing a shirt with the {a} sign on it.',
      'The actress has worked for {a} since March.',
      '{a} is cheaper than {b} these days.',
      'They gave everybody a present from {a}.',
      "I read about {a}'s profits in the newspaper.",
      'This advertisement is paid for by {a}.',
    ],
  },
  unknownSentences: [
    'The company is called {a} and makes bicycles.',
    'Have you tried the new lamp by {a}?',
    'We asked {a} for an offer.',
  ],
  traps: [
    'She picked an apple from the tree behind the house.',
    'The boat went up the Amazon river for nine days.',
    'There was a gap in the wall next to the door.',
    'He found a pretty shell on the beach.',
    'They waited in front of the visa office for hours.',
    'The arrow missed the target by a foot.',
    'My brother lives in an orange house.',
    'The subway was full of people this morning.',
    'A dove was sitting on the roof.',
    'The tide comes in at six o clock.',
    'He walked along the river to the ford.',
    'They gave him a coach for the first season.',
    'A puma was seen near the village.',
    'Let me guess how old you are.',
    'The star was as bright as an omega sign.',
    'The wheel of the wagon was made of oak.',
    'It was fun to see the whole family again.',
    'We had a long talk about the price of milk.',
    'I will send some of the papers tomorrow.',
    'Put the lid back on the jar, please.',
    'He knocked over the vase and ran away.',
    'The nurse took the pulse of the old man.',
    'The sun was shining and the birds were singing.',
    'They sold the farm and moved to the city.',
    'I have a keyboard without any letters on it.',
    'Her niece is taller than her sister.',
    'A master carpenter made this chair.',
    'The bull in the field was red with anger.',
    'His honour the judge came in late.',
    'A good year for wine begins with a warm spring.',
    'The best buyers came early in the morning.',
    'The link in the letter does not work.',
    'We saw a sunny valley below the hills.',
    'You can tell by the smell of the air.',
    'The potatoes are still in the kitchen.',
    'She tested the water before she dived in.',
  ],
  trapNames: [
    ...['Apple', 'Amazon', 'Gap', 'Shell', 'Visa', 'Target', 'Orange', 'Subway', 'Dove', 'Tide'],
    ...['Ford', 'Coach', 'Puma', 'Guess', 'Omega', 'Lidl', 'Samsung', 'Sony', 'Nissan', 'Honda'],
    ...['Goodyear', 'Best Buy', 'LinkedIn', 'Red Bull', 'Doritos', 'Dell', 'Tesla', 'Nespresso'],
  ],
  voices: [
    { program: 'flite', voice: 'slt', speed: 1 },
    { program: 'espeak-ng', voice: 'en-us', speed: 150 },
    { program: 'flite', voice: 'kal16', speed: 1.1 },
    { program: 'festival', voice: 'kal_diphone', speed: 1 },
    { program: 'flite', voice: 'slt', speed: 0.85 },
    { program: 'espeak-ng', voice: 'en-gb', speed: 165 },
    { program: 'flite', voice: 'kal16', speed: 0.95 },
    { program: 'espeak-ng', voice: 'en-us+f3', speed: 140 },
  ],
};

const final: Material = {
  names: {
    food: names(
      'Fanta, Budweiser, Guinness, Nescafé: ness caffay, Snickers, Toblerone, KitKat: kit kat, Cheetos, Heinz, Nestlé: ness lay, Dr Pepper: doctor pepper',
    ),
    car: names(
      'Nissan, Subaru, Suzuki, Mitsubishi, Volkswagen, Ferrari, Lamborghini, Cadillac, Michelin, Yamaha, Harley-Davidson: harley davidson',
    ),
    device: names(
      'Toshiba, Hitachi, LG: l g, GoPro: go pro, Bose, Cisco, HP: h p, Motorola, BlackBerry, Xerox, Garmin',
    ),
    online: names(
      'Facebook, WhatsApp, TikTok: tick tock, Reddit, Pinterest: pin trest, Hulu: hoo loo, Uber: oober, eBay: e bay, Dropbox, Wikipedia',
    ),
    shop: names(
      "Wendy's, Taco Bell, KFC: k f c, Domino's, Dunkin' Donuts: dunkin doughnuts, Tesco, Home Depot, DHL: d h l, Marriott, Verizon: ve rye zon, American Express",
    ),
    wear: names(
      "Adidas, Levi's, Lacoste, Chanel, Louis Vuitton: Louie Vuitton, Armani, Swatch, Sephora, Pampers, Kleenex, Lufthansa",
    ),
  },
  unknown: names('Norvella, Quantara, Pellbrook: pell brook, Tamrico'),
  sentences: {
    food: [
      'On Fridays we have {a} after lunch.',
      'Nobody knows how {a} is really made.',
      'The shop ran out of {a}, so he took {b}.',
      '{a} has been sold here for eighty years.',
      "What is {a}'s secret?",
      'Grandmother never liked {a}.',
    ],
    car: [
      'A black {a} was standing at the corner.',
      'He has been dreaming of a {a} since he was a boy.',
      '{a} announced that it will build a plant in Mexico.',
      "People say that {a}'s brakes are better than {b}'s.",
      'The workers at {a} are on strike.',
      'Before the race, the team thanked {a}.',
    ],
    device: [
      'Have you seen what {a} showed at the fair?',
      'The printer in the office comes from {a}.',
      '{a} lost the case against {b}.',
      'Half of the staff at {a} work from home.',
      "It runs for a week, says {a}'s director.",
      'The old man repaired {a} radios.',
    ],
    online: [
      'Her video on {a} was watched a million times.',
      'I deleted {a} from my telephone.',
      '{a} will raise its prices in the autumn.',
      'Lawyers say that {a} must pay the fine.',
      'First we tried {a}, and then {b}.',
      'The minister wrote about it on {a}.',
    ],
    shop: [
      'Let us meet at {a} at seven.',
      'The owner of {a} started with a single store.',
      'Yesterday {a} hired two thousand people.',
      'You will see {a} on your left, behind the {b}.',
      'It came in a box from {a}.',
      'Are you still a customer of {a}?',
    ],
    wear: [
      'The runner signed a contract with {a}.',
      'Both {a} and {b} raised their prices.',
      'His grandfather kept a bag from {a} in the attic.',
      '{a} paid for the concert.',
      "Tonight's programme is brought to you by {a}.",
      "The students visited {a}'s museum in Paris.",
    ],
  },
  unknownSentences: [
    'My cousin founded {a} two years ago.',
    '{a} sells chairs and tables.',
    'The whole kitchen was ordered from {a}.',
  ],
  traps: [
    'There is a slice of apple pie left for you.',
    'He studied the fish of the Amazon basin.',
    'Mind the gap between the train and the platform.',
    'The shell of the egg was broken.',
    'You need a visa to travel to that country.',
    'The old bridge was an easy target.',
    'I drank a glass of orange juice at breakfast.',
    'He took the subway to his office downtown.',
    'She likes dark chocolate and a book.',
    'The king was buried with a mango in his hand.',
    'We could hear the sprint of the horses.',
    'A jaguar sleeps in the tree during the day.',
    'The meadow was full of lotus flowers.',
    'Cut the wood with an axe and stack it.',
    'My brother is a citizen of two countries.',
    'The fossil was found under a mountain.',
    'Chase the dog out of the garden.',
    'The domino fell and hit the next one.',
    'A black berry is sweeter than a green one.',
    'The face on the book was that of a child.',
    'Drop the box next to the stairs.',
    'What is up with the weather today?',
    'The clock on the wall went tick and tock.',
    'She read it twice and put it down.',
    'He used a cotton swatch of the curtain.',
    'Such a nice son is a blessing.',
    'You have to pamper a cat like that.',
    'They always have fun at their aunt in the country.',
    'His sister came home on Wednesday.',
    'Over there you can see the church.',
    'The pepper made the doctor sneeze.',
    'It was hard to see the river from the window.',
    'He leaned against the hinge of the gate.',
    'The windy road leads down to the harbour.',
    'The levee was built to keep the water out.',
    'A man and his donkey walked through the village.',
  ],
  trapNames: [
    ...['Apple', 'Amazon', 'Gap', 'Shell', 'Visa', 'Target', 'Orange', 'Subway', 'Mango', 'Sprint'],
    ...['Jaguar', 'Lotus', 'Axe', 'Citizen', 'Fossil', 'BlackBerry', 'Facebook', 'Dropbox'],
    ...['TikTok', 'Reddit', 'Swatch', 'Nissan', 'Pampers', 'Fanta', 'Cisco', 'Uber', 'Dr Pepper'],
    ...["Wendy's", "Levi's", 'Heinz', "Dunkin' Donuts", "Domino's", 'WhatsApp'],
  ],
  voices: [
    { program: 'flite', voice: 'rms', speed: 1 },
    { program: 'espeak-ng', voice: 'en-gb-scotland', speed: 145 },
    { program: 'festival', voice: 'cmu_us_slt_arctic_hts', speed: 1 },
    { program: 'flite', voice: 'awb', speed: 1.05 },
    { program: 'festival', voice: 'ked_diphone', speed: 1 },
    { program: 'espeak-ng', voice: 'en-us+m3', speed: 155 },
    { program: 'flite', voice: 'rms', speed: 0.85 },
    { program: 'flite', voice: 'awb', speed: 0.9 },
  ],
};

export const material: Readonly<Record<SetName, Material>> = { tuning, final };
