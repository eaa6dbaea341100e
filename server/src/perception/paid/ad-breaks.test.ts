/** Stretches of speech that sound like advertisements: where they begin and end, and what only resembles them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cpuMs } from '../../../testing/cpu-time.ts';
import { readOut } from '../../../testing/perception/read-out.ts';
import type { SpeechSegment } from '../../engines/speech.ts';
import { type AdBreak, adBreaks } from './ad-breaks.ts';
import { leaningOf, namesInAddresses } from './ad-signs.ts';
import { clausesOf } from './clauses.ts';

const talk =
  "So when we looked at the data from the survey we were surprised, because people said one thing and then did another. I remember sitting in that room and thinking, well, this can't be right. We went back and asked them again, and they told us the same story. And that was the moment when I understood that the question was wrong, not the answer. It took us another two years to find out why. My colleague said that we should start with the small towns, and she was right about that. They had kept records since the war, and nobody had read them. We spent the summer in those archives, in the dust, and it was wonderful.";
const moreTalk =
  "The harbour was different then. There were forty boats, and in the morning you could hear them all the way up to the church. My father had the smallest one. He went out alone because he didn't trust anybody, and my mother waited at the window until he came round the rocks. One winter the ice was so thick that they walked to the island. I was six, and they let me carry the lamp. Somebody had told me that the fish sleep under the ice, and I tried to look down between my boots, but of course it was only white. Later I asked him about it, and he laughed for a long time. He said that fish don't sleep, they wait. I think about that a lot when I write, because most of my work is waiting too. You sit there and nothing comes, and then suddenly it does, and you have no idea why. My editor hates it when I say this. She thinks that it was all planned, and that the lamp was a symbol, but it was just a lamp, and it smelled of oil, and I dropped it on the way back.";

const soap =
  "You know the feeling when your skin is dry all winter. Meet Lindell, the soap that is made with oats and nothing else. Whether you wash once a day or ten times, Lindell keeps your skin soft. Right now you can get twenty percent off your first order. Go to lindell.com slash trees. That's lindell.com slash trees. Terms apply.";
const bank =
  "Are you ready to save for your next home? With Northfold you open an account online in five minutes, with no annual fee. That's why two million customers trust Northfold with their savings. Visit northfold.com today to get started. Northfold is a member FDIC.";

const breaksIn = (...texts: readonly string[]): AdBreak[] => adBreaks(clausesOf(readOut(...texts)));
const lengthOf = (...texts: readonly string[]): number => readOut(...texts).at(-1)?.end ?? 0;

/** Captions that were made to be slow: as many characters a second as are taken for speech, for over an hour. */
function captioned(textOf: (index: number) => string, characters = 400_000): SpeechSegment[] {
  const segments: SpeechSegment[] = [];
  let written = 0;
  for (let index = 0; written < characters; index += 1) {
    const text = textOf(index);
    segments.push({ text, start: written / 100, end: (written + text.length) / 100 });
    written += text.length;
  }
  return segments;
}

/** A word of small letters that no other number has. */
const wordOf = (number: number): string =>
  number.toString(26).replace(/\d/gu, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));

describe('ad breaks', () => {
  const crafted: Readonly<Record<string, (index: number) => string>> = {
    'that say in every clause that they are paid for': () => 'Bezahlte Werbung in Ulm.',
    'of names that are all said twice': (index) => {
      const pair = [0, 1, 2, 3].map((place) => wordOf(1_000_000 + 4 * index + place));
      return pair.map((name) => `A${name} A${name}.`).join(' ');
    },
    'of web addresses': (index) =>
      index < 15_000 ? `Q${wordOf(1_000_000 + index)}.com get it` : 'I was there and we talked',
  };
  for (const [what, textOf] of Object.entries(crafted)) {
    test(`take no long time in captions ${what}`, () => {
      const clauses = clausesOf(captioned(textOf));
      const began = cpuMs();
      adBreaks(clauses);
      const ms = cpuMs() - began;
      assert.ok(ms < 4000, `${ms} ms`);
    });
  }

  test('begin sooner where somebody else begins to speak', () => {
    const spoken = readOut(talk, soap, talk);
    const first = spoken.findIndex(({ text }) => text.startsWith('You know the feeling'));
    const last = spoken.findIndex(({ text }) => text.startsWith('Terms apply'));
    const withSpeakers = spoken.map((segment, index) => ({
      ...segment,
      speaker: index >= first && index <= last ? 2 : 1,
    }));

    const clauses = clausesOf(withSpeakers);
    const changes = clauses.filter(({ changesSpeaker }) => changesSpeaker);
    assert.deepEqual(
      changes.map(({ start }) => start),
      [spoken[first]?.start, spoken[last + 1]?.start],
    );

    const [adBreak] = adBreaks(clauses);
    assert.equal(adBreak?.start, spoken[first]?.start);
    assert.equal(adBreak?.end, spoken[last]?.end);
  });

  test('begin and end with the words that are read out', () => {
    const [adBreak, ...more] = breaksIn(talk, soap, talk);
    assert.ok(adBreak && more.length === 0);
    assert.equal(adBreak.advertiser, 'Lindell');
    assert.ok(Math.abs(adBreak.start - lengthOf(talk)) < 6, `starts at ${adBreak.start}`);
    assert.ok(Math.abs(adBreak.end - lengthOf(talk, soap)) < 6, `ends at ${adBreak.end}`);
    assert.ok(adBreak.strength > 0.6 && adBreak.strength <= 0.95);
    assert.ok(adBreak.evidence.some(({ text }) => text.includes('lindell.com')));
  });

  test('of two advertisers, one after the other, are two', () => {
    const breaks = breaksIn(talk, soap, bank, talk);
    assert.deepEqual(
      breaks.map(({ advertiser }) => advertiser),
      ['Lindell', 'Northfold'],
    );
    const border = lengthOf(talk, soap);
    assert.ok(Math.abs((breaks[0]?.end ?? 0) - border) < 4);
    assert.ok(Math.abs((breaks[1]?.start ?? 0) - border) < 4);
  });

  test('of those who say no web address are named where they are pitched and said again', () => {
    const shoes =
      "You know the feeling when your feet hurt. Are you ready for shoes that do not? With Oak Harbour, you step in and walk. That's why two million customers trust Oak Harbour. Right now you can get twenty percent off. Terms apply.";
    const named = (...texts: string[]) => breaksIn(...texts).map(({ advertiser }) => advertiser);
    assert.deepEqual(named(talk, soap, shoes, talk), ['Lindell', 'Oak Harbour']);
    assert.deepEqual(named(talk, shoes, soap, talk), ['Oak Harbour', 'Lindell']);

    // A name that the talk says as well is that of its subject, and one that is said once is a mere mention.
    const subject =
      'My father sailed from Oak Harbour every morning of his life, and so did his brother.';
    assert.ok(!named(talk, soap, shoes, talk, subject).includes('Oak Harbour'));
    const once = shoes.replace('trust Oak Harbour', 'trust us');
    assert.ok(!named(talk, soap, once, talk).includes('Oak Harbour'));
  });

  test("do not take the show's own address for that of an advertiser", () => {
    const closing =
      'You can find all the source material on our website, lanternhour.com. Thanks for listening to the show, and see you next week. Visit us today, right now.';
    assert.ok(breaksIn(talk, closing).every(({ advertiser }) => advertiser !== 'lanternhour'));
    assert.deepEqual(
      namesInAddresses('It is on our website, lanternhour.com. Go to lindell.com.'),
      ['lindell'],
    );
  });

  test('are likelier for what is read out again minutes later, word for word', () => {
    const promise = 'Lindell is the soap of my grandmother, and it keeps your skin soft.';
    const clauses = clausesOf(readOut(promise, talk, moreTalk, promise));
    const isPromise = ({ text }: { readonly text: string }) => text.startsWith('Lindell');
    for (const clause of clauses) assert.equal(clause.repeatedShare, isPromise(clause) ? 1 : 0);

    const [once] = clausesOf(readOut(promise, talk));
    const [again] = clauses;
    assert.ok(once && again && leaningOf(again).sum > leaningOf(once).sum + 3);
  });

  test('are none in a video that sounds like one from its first word to its last', () => {
    assert.deepEqual(breaksIn(soap, bank), []);
    assert.deepEqual(adBreaks([]), []);
  });

  for (const [what, text] of Object.entries(unpaid())) {
    test(`are none in talk: ${what}`, () => {
      assert.deepEqual(breaksIn(talk, text, talk), []);
    });
  }

  test('are looked for in four hours, and in nonsense, in no time', () => {
    const began = performance.now();
    breaksIn(...Array.from({ length: 120 }, () => [talk, soap]).flat());
    for (const nonsense of ['a', 'A-', 'a.', "you'", '$1 ', 'dot com ', 'A B ', '?', '% '])
      adBreaks(clausesOf([{ text: nonsense.repeat(60_000), start: 0, end: 9000 }]));
    assert.ok(performance.now() - began < 10_000);
  });
});

/** Passages that thank, praise, sell what is the speaker's own, or talk about advertising and money. */
function unpaid(): Record<string, string> {
  return {
    'their own book':
      "I wrote a book about this. It's called The Quiet Map, and it came out last spring. If you want to read more about these people, you can find it in any bookshop or on my website, quietmap.com. I put ten years of work into it and I'm really proud of it. The third chapter is about the town I told you about.",
    'their own course':
      "And if you liked this, I have a course where I go through all of it step by step. You can sign up on my website. There are twelve lessons, and you get all the files that I use. It's the best way to learn this, and I answer every question myself.",
    'thanks to hosts':
      "Before I start I want to thank the organisers for having me, and Maria who picked me up at the airport. Thank you to everyone who came tonight, and to the university for the room. I'd also like to thank my students, who did most of the work that I will show you.",
    'thanks to helpers':
      "I'd like to thank the people who made this conference possible, the volunteers at the door and the team in the kitchen. It has been a great two days and I learned a lot from all of you.",
    'praise of a phone':
      "I bought this phone with my own money and I love it. The camera is really good, the screen is bright, and the battery lasts two days. It's easy to hold. It isn't cheap, it costs about eight hundred dollars, but I think it's worth it. If you're looking for a new phone this year, this one is my favorite.",
    'a history of advertising':
      'In the fifties a radio announcer would say, this program is brought to you by a soap company, and everyone laughed about it. Advertising was simple. Buy now, they said. New and improved. Today advertisers pay platforms to show you what you looked for last week, and a company like Google makes most of its money with that.',
    'the story of a slogan':
      "The slogan just do it was invented by an agency in Portland. Nike paid them very little for it. Within ten years the company's share of the market grew from eighteen to forty three percent. Marketing people still teach that campaign. It sold an idea and not a shoe.",
    'news about a sponsor':
      'The club announced that its new sponsor will be an airline, which pays sixty million a year. The old sponsor, a bank, had asked for a discount. Fans protested in front of the stadium, and the mayor said that the city would not get involved.',
    'a tutorial':
      "First go to nodejs.org and download the installer. Click on it and follow the steps. Then open your terminal and type node dash v. If you see a version number, you're ready. Next, create an account on GitHub.com, because we need a place to store our code. Click on new repository, enter a name, and choose public.",
    'steps on a website':
      "Now we deploy this. Open vercel.com and sign up with your GitHub account. It's free for small projects. Choose import, select your repository and click deploy. After a minute you get an address that you can open in your browser. If you want your own domain, go to settings and enter it there.",
    'a recipe':
      "Get a big pot and start with the onions. Use good olive oil, it makes a difference. Add two cups of rice and stir. You can find this rice in most stores. Try it with fresh herbs from the market, and don't forget the lemon. Serve it hot, with a salad, and enjoy.",
    'advice for travellers':
      "If you go to Lisbon, take the tram early in the morning. A ticket costs three euros. Book your hotel near the river and walk up the hill. The best view is from the castle. Try the little cakes, they're delicious, and visit the tile museum, which is free on Sundays.",
    'advice for patients':
      "If you feel this pain in the chest, call your doctor right away. Don't wait. There are good treatments available today, and most patients recover fully. Ask about side effects of any medicine that you take, and bring a list of questions with you.",
    'a call for help':
      "Our library needs a new roof. We've raised half of the money, and the town will pay the rest if we find another ten thousand. You can help by coming to the fair on Saturday. There will be cake, and old books that are looking for a new home.",
    'the story of a company':
      'We started the company in my kitchen with two laptops. In the first year we had forty customers, and all of them complained. We built the product again from nothing. Today we have three hundred employees and offices in five countries, and I still answer support mails on Sundays.',
    'the beginning of a show':
      "Welcome back to the show. Today we talk to a marine biologist about octopuses. If you like what we do, subscribe and leave a review, it really helps. You can find all our episodes on our website. And now let's get started.",
    "a guest's book":
      "My guest today is the author of Cold Rivers, a wonderful book about the far north. It's available in twelve languages now, and it won a prize last year. I read it in two nights. Tell me, how did you begin with it?",
    'advice on saving':
      "If you put away a hundred dollars every month from the age of twenty, at five percent interest you will have more than two hundred thousand when you retire. Banks don't tell you that. Compare rates before you open an account, and read the terms.",
    'a comparison of apps':
      "Both apps are free to download. The first one has a cleaner design and it's faster, but the second has more features and works offline. The premium plan costs five dollars a month. I've used both for half a year, and honestly I would choose the first.",
    'where data can be found':
      'NASA shares all these pictures on its website, nasa.gov. You can download them for free and use them for your own projects. We used them to train our model, and the data is available in our paper. If you want to try it, the code is online too.',
  };
}
