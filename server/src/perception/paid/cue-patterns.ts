/**
 * Words in several languages by which videos say that they are paid for, as patterns. Pure data. They must refer to this
 * video or show: news about what others sponsor does not count.
 */

/**
 * Kind of text that is searched for cues. In `speech` and `description`, cues are found within sentences; a `title` of a
 * chapter, and a `label` on screen, are matched as a whole. What is filmed has many texts that are like titles ("Main
 * sponsor" on a shirt), so less counts as a label.
 */
export type CuePlace = 'speech' | 'description' | 'title' | 'label';

export interface Pattern {
  readonly words: RegExp;
  readonly strength: number;
  readonly places?: readonly CuePlace[];
  /** A second pattern that the text must also match. */
  readonly also?: RegExp;
  /** If true, the payer must be written like a name. */
  readonly named?: true;
  /** If true, the words are an offer to viewers, such as a discount code: a sponsor's words, but not a disclosure. */
  readonly offers?: true;
  /** If true, the words tell who pays for the whole show: a disclosure, but no paid segment begins with it. */
  readonly wholeShow?: true;
  /** If true, the pattern counts in titles, but not on labels. */
  readonly titleOnly?: true;
  readonly language?: string;
  readonly isHashtag?: true;
}

// Words for a video or a show, by language (`work`), and the same words with a determiner that refers
// to the video itself, like "this video" (`ownWork`).
const work = {
  en: '(?:video|episode|stream|podcast|show|segment|portion|clip|series|vlog|part|section|content|post|review|trip|one)',
  de: '(?:videos?|folgen?|episoden?|streams?|podcasts?|sendung|beitrags?|clips?)',
  fr: '(?:vidéos?|épisodes?|émission|podcast|live|stream|vlog)',
  es: '(?:v[ií]deos?|episodios?|directo|programa|podcast|contenido|sección|canal)',
  it: '(?:video|episodio|puntata|podcast|contenuto)',
  pt: '(?:v[ií]deos?|epis[oó]dios?|programa|podcast|conte[uú]do)',
  nl: '(?:video|aflevering|podcast|stream)',
  pl: '(?:film(?:u|ie)?|odcink(?:a|u)|odcinek|materia[łl](?:u)?|podcastu?)',
  ru: '(?:видео|ролика?|выпуска?|подкаста?|стрима?)',
};
const ownWork = {
  en: String.raw`(?:this|today['’]?s|our|my|tonight['’]?s)\s+(?:\w+\s+)?${work.en}(?:\s+of\s+(?:the|this|our)\s+\w+)?`,
  de: String.raw`(?:diese[rsmn]?|das heutige|die heutige|der heutige|heutigen?|unser[ems]?|mein[ems]?)\s+${work.de}`,
  fr: String.raw`(?:(?:cette|cet|ce|notre|ma)\s+${work.fr}|(?:la|l['’])\s*${work.fr}\s+d['’]aujourd['’]hui)`,
  es: String.raw`(?:(?:est[ea]|nuestro|mi)\s+${work.es}|el\s+${work.es}\s+de\s+hoy)`,
  it: String.raw`(?:quest(?:o|a|['’])\s*${work.it}|(?:il|la)\s+${work.it}\s+di\s+oggi)`,
  pt: String.raw`(?:(?:este|esse|nosso|meu)\s+${work.pt}|o\s+${work.pt}\s+de\s+hoje)`,
  nl: String.raw`(?:(?:deze|dit|onze)\s+${work.nl}|de\s+${work.nl}\s+van\s+vandaag)`,
  ru: String.raw`(?:это(?:т|го)?|наш(?:его)?|сегодняшн(?:ий|его))\s+${work.ru}`,
};

const of = (words: string, strength: number, options: Partial<Pattern> = {}): Pattern => ({
  words: new RegExp(words, 'iu'),
  strength,
  ...options,
});
const start = String.raw`(?<![\p{L}\p{N}])`;
const bound = String.raw`(?![\p{L}\p{N}])`;
const end = '$';
/** One character of a name; a dot is one only inside a web address. */
const nameWords = String.raw`(?:[^,.;:!?(|]|\.(?=\p{L}))`;
const payer = String.raw`\s+(?<payer>${nameWords}{2,60})`;
const sentences = ['speech', 'description'] as const;

/** Offers that sponsors make to viewers. */
const deal =
  /(?:%|percent|dollars?|bucks|euros?|pounds?)\s+(?:off|discount)|\b(?:free trial|months? free|days? free|free months?|month for free|for free|first (?:month|order|box|purchase)|discount|at checkout|off your|off the)\b/iu;
const dealDe = /prozent|%|rabatt|euro|gratis|kostenlos|spar(?:t|en|st)/iu;
const dealRomance =
  /pour cent|por ciento|per cento|por cento|%|réduction|descuento|sconto|desconto|euros?|gratuit|gratis|grátis|ahorr/iu;

const english: readonly Pattern[] = [
  of(
    `${start}${ownWork.en}\\s+(?:of|from)\\s+[^.,;:!?]{2,40}?\\s+(?:(?:is|was)\\s+)?(?:sponsored|brought to you|made possible|presented|supported|powered)\\s+(?:in part\\s+)?by${payer}`,
    0.95,
  ),
  of(
    `${start}(?:podcast|show|series|channel|newsletter)\\s+(?:series\\s+)?brought\\s+to\\s+you\\s+(?:in part\\s+)?by${payer}`,
    0.85,
    { wholeShow: true },
  ),
  of(
    `${start}${ownWork.en}(?:['’]s|\\s+(?:is|was|has been|are|comes to you))\\s+(?:\\w+\\s+){0,2}?(?:sponsored|brought to you|made possible|presented|supported|paid for|powered)\\s+(?:to you\\s+)?(?:in part\\s+)?by${payer}`,
    0.95,
  ),
  of(`${start}${ownWork.en}\\s+is\\s+(?:a\\s+)?(?:sponsored|paid)${bound}(?!\\s+by)`, 0.9),
  of(`^\\W*(?:ad|advertisement)\\s*[:|]`, 0.8, { places: ['description'] }),
  of(
    `^\\W*(?:(?:is|was|are|so|and|video|episode)\\s+)?(?:sponsored|brought to you|made possible)\\s+(?:in part\\s+)?by:?${payer}`,
    0.85,
  ),
  of(
    `${start}(?:our|my|today['’]?s|this ${work.en}['’]?s|tonight['’]?s|the)\\s+sponsors?\\s+(?:of|for)\\s+(?:this|today['’]?s|our|the)\\s+${work.en}`,
    0.95,
  ),
  of(
    `${start}today['’]?s\\s+(?:video\\s+|episode\\s+|show\\s+)?sponsors?${bound}(?!\\s+of${bound})`,
    0.95,
  ),
  of(
    `${start}(?<payer>(?=[\\p{Lu}\\p{N}])${nameWords}{2,30}?)\\s(?:is|are)\\s+(?:today['’]?s|our|this ${work.en}['’]?s)\\s+(?:\\w+\\s+)?sponsors?${bound}(?!\\s+of${bound})`,
    0.97,
    { named: true },
  ),
  of(
    `${start}(?:we['’]?re|we are|i['’]?m|i am)\\s+(?:proudly\\s+|now\\s+|once again\\s+)?sponsored\\s+by${payer}`,
    0.85,
  ),
  of(
    `^\\W*(?:our |today['’]?s |video |the )?sponsors?\\s*:\\s*(?<payer>${nameWords}{2,40})`,
    0.85,
    {
      places: ['description'],
      named: true,
    },
  ),
  of(`^\\W*[\\[(](?:ad|sponsored|werbung|anzeige|pub|publi|publicidad)[\\])]`, 0.85, {
    places: ['description'],
  }),
  of(
    `${start}(?:today['’]?s|this ${work.en}['’]?s|our)\\s+(?:video\\s+|episode\\s+|show\\s+)?sponsors?(?:\\s+(?:is|are)\\s+|,\\s*|:\\s*)(?<payer>${nameWords}{2,60})`,
    0.96,
    { named: true },
  ),
  of(
    `${start}(?:our|this ${work.en}['’]?s|${work.en}['’]?s)\\s+sponsors?(?:\\s+today|\\s+for\\s+today)?(?:,|\\s+(?:is|are|today))${payer}?`,
    0.85,
  ),
  of(
    `${start}from\\s+(?:our|today['’]?s|this ${work.en}['’]?s)\\s+(?:\\w+\\s+)?sponsors?${bound}`,
    0.95,
  ),
  of(
    `${start}(?:thanks|thank you|shout\\s?out)\\s+to\\s+(?:our|today['’]?s|this ${work.en}['’]?s)\\s+(?:\\w+\\s+)?sponsors?${bound}`,
    0.95,
  ),
  of(
    `${start}(?:thanks|thank you|thank|shout\\s?out)\\s+(?:so much\\s+|again\\s+)?(?:to\\s+)?(?:our\\s+friends\\s+(?:over\\s+)?at\\s+)?(?<payer>${nameWords}{2,40}?)\\s+for\\s+(?:(?:supporting|helping|making)\\s+(?:this|today['’]?s|the|our|my)\\s+(?:${work.en}|channel))`,
    0.75,
    { named: true },
  ),
  of(
    `${start}(?:presenting|title|official|main|proud)\\s+sponsor\\s+of\\s+(?:this|our|today['’]?s|the channel)`,
    0.9,
  ),
  of(
    `${start}this\\s+is\\s+an?\\s+(?:paid\\s+|sponsored\\s+)?(?:ad|advert|advertisement|advertorial|commercial)\\s+(?:for|by|from)${payer}`,
    0.85,
  ),
  of(`${start}this\\s+is\\s+a\\s+(?:paid|sponsored)\\s+${work.en}${bound}`, 0.9),
  of(`${start}${ownWork.en}\\s+possible${bound}`, 0.5, {
    also: /sponsor|friends (?:over )?at|partner/iu,
  }),
  of(
    `${start}(?:thanks|thank you|thank|shout\\s?out|grateful)\\s+(?:so much\\s+|again\\s+|very much\\s+|you\\s+)?(?:to\\s+)?(?<payer>${nameWords}{2,40}?)\\s+for\\s+(?:[^.?!]{0,50}?\\s)?(?:sponsoring|partnering)${bound}`,
    0.95,
  ),
  of(
    `${start}(?<payer>[\\p{L}\\p{N}][^,.;:!?]{1,30}?)\\s+(?:is|are|has|have|who|for)?\\s*(?:kindly\\s+)?(?:sponsoring|sponsored|sponsors)\\s+(?:this|today['’]?s|our|my)\\s+${work.en}`,
    0.9,
  ),
  of(
    `${start}(?:i|we)(?:['’]?m|['’]?re|['’]?ve| have| am| are)?\\s+(?:\\w+\\s+)?(?:partnered|partnering|teamed|teaming|working|collaborating)\\s+(?:up\\s+)?with\\s+(?<payer>${nameWords}{2,40}?)\\s+(?:on|for|to bring you|in)\\s+(?:this|today['’]?s)`,
    0.85,
  ),
  of(
    `${start}paid\\s+(?:partnership|promotion|collaboration|advertisement|ad|sponsorship|placement|endorsement)s?${bound}(?!\\s+(?:explained|rules?|guides?|tips|is|are|polic(?:y|ies)|works?|means|in \\d))(?:\\s+(?:with|by|for)${payer})?`,
    0.9,
  ),
  of(`${start}(?:is|are)\\s+paying\\s+(?:me|us)\\s+(?:for|to)${bound}`, 0.85),
  of(
    `${start}support\\s+for\\s+(?:this|today['’]?s|our|the)\\s+${work.en}\\s+comes\\s+from${payer}`,
    0.9,
  ),
  of(`${start}in\\s+(?:paid\\s+)?partnership\\s+with${payer}`, 0.6, {
    places: ['description', 'title'],
  }),
  of(`${start}(?:use|using|with|enter|apply|my|our)\\s+(?:[\\w'’]+\\s+){0,3}?code${bound}`, 0.75, {
    also: deal,
    offers: true,
  }),
  of(
    `${start}code\\s+["“]?(?!of\\b|is\\b|for\\b|on\\b|and\\b)[\\p{L}\\p{N}]{2,}["”]?${bound}`,
    0.7,
    {
      also: /(?:%|percent|dollars?|bucks|euros?|pounds?|months?|box|order)\s+(?:off|free)|at checkout|free trial/iu,
      offers: true,
    },
  ),
  of(
    `${start}(?:type in|enter|use|with)\\s+["“]?[\\p{L}\\p{N}]{2,}["”]?\\s+at\\s+checkout${bound}`,
    0.8,
    { offers: true },
  ),
  of(`${start}(?:my|the|our)\\s+(?:\\w+\\s+)?link${bound}`, 0.65, { also: deal, offers: true }),
  of(
    `${start}(?:dot\\s+(?:com|org|net|co|tv|io|me)\\s+(?:forward\\s+)?slash|\\.(?:com|org|net|co|tv|io|me)/)`,
    0.65,
    { also: deal, offers: true, places: ['speech'] },
  ),
];

const german: readonly Pattern[] = [
  of(
    `${start}${ownWork.de}\\s+(?:wird|ist|wurde)\\s+(?:euch\\s+|dir\\s+|ihnen\\s+)?von\\s+(?<payer>${nameWords}{2,40}?)\\s+(?:gesponsert|gesponsort|präsentiert|unterstützt)`,
    0.96,
  ),
  of(
    `${start}(?:unser|mein|der)\\s+(?:heutiger?\\s+)?sponsor(?:\\s+ist\\s+|\\s+heute\\s+ist\\s+|,\\s*|:\\s*)(?<payer>${nameWords}{2,40})`,
    0.96,
    { named: true },
  ),
  of(
    `${start}${ownWork.de}\\s+(?:wird|ist|wurde)\\s+(?:euch\\s+|dir\\s+|ihnen\\s+)?(?:[^.?!]{0,20}\\s)?(?:gesponsert|gesponsort|präsentiert|unterstützt|ermöglicht)${bound}(?:\\s+(?:von|durch)${payer})?`,
    0.95,
  ),
  of(`^\\W*(?:gesponsert|präsentiert)\\s+von${payer}`, 0.85),
  of(
    `${start}sponsor\\s+(?:dieses|dieser|des heutigen|der heutigen|von diesem|von dieser)\\s+${work.de}`,
    0.95,
  ),
  of(
    `${start}(?:unser(?:em|en)?|mein(?:em|en)?|heutige[rnm]?)\\s+(?:heutige[rnm]?\\s+)?sponsor${bound}`,
    0.85,
  ),
  of(
    `${start}(?:dank|danke)\\s+(?:auch\\s+)?an\\s+(?<payer>${nameWords}{2,40}?)(?:,|\\s+)[^.?!]{0,40}(?:sponsoring|sponsert|gesponsert|sponsern)`,
    0.95,
  ),
  of(`${start}bezahlte[rn]?\\s+(?:partnerschaft|kooperation|werbung|zusammenarbeit)`, 0.9),
  of(`${start}enthält\\s+(?:bezahlte\\s+)?(?:werbung|produktplatzierung)`, 0.9),
  of(
    `${start}(?:mit|über|nutzt|mein(?:en|em)?|unser(?:en|em)?)\\s+[^.?!]{0,25}(?:rabatt|gutschein|aktions)?code${bound}`,
    0.75,
    { also: dealDe, offers: true },
  ),
  of(`^\\W*(?:kurze\\s+)?(?:werbung|anzeige|reklame)\\s*[/|:*\\]–-]`, 0.85, {
    places: ['description'],
  }),
  of(`${start}(?:kooperation|zusammenarbeit)\\s+mit${payer}`, 0.7, {
    also: /dieses video|diese folge|dieser folge|werbung|anzeige|bezahlt|möglich/iu,
  }),
];

const french: readonly Pattern[] = [
  of(`${start}${ownWork.fr}\\s+(?:est|a\\s+été)\\s+(?:sponsorisée?|offerte?)\\s+par${payer}`, 0.95),
  of(`^\\W*sponsorisée?\\s+par${payer}`, 0.85),
  of(
    `${start}merci\\s+à\\s+(?<payer>${nameWords}{2,40}?)\\s+(?:de|d['’]avoir|pour)\\s*(?:[^.?!]{0,15}\\s)?(?:sponsoris|soutenir cette)`,
    0.95,
  ),
  of(`${start}(?:le|notre)\\s+sponsor\\s+(?:de\\s+(?:cette|la)\\s+${work.fr}|du jour)`, 0.95),
  of(
    `${start}(?:partenariat|collaboration|coopération)\\s+(?:rémunérée?|commerciale?|payée?|sponsorisée?)(?:\\s+avec${payer})?`,
    0.9,
  ),
  of(`${start}(?:avec|utilisez|mon|notre|le)\\s+[^.?!]{0,20}code${bound}`, 0.75, {
    also: dealRomance,
    offers: true,
  }),
  of(`${start}(?:sponsorise(?:nt)?|soutient)\\s+(?:cette|cet|la|l['’])\\s*${work.fr}`, 0.9),
  of(`${start}(?:page\\s+de\\s+pub|communication\\s+commerciale)${bound}`, 0.85),
  of(`${start}${ownWork.fr}\\s+vous\\s+est\\s+(?:offerte?|proposée?)\\s+par${payer}`, 0.95),
];

const spanish: readonly Pattern[] = [
  of(
    `${start}${ownWork.es}[^.?!]{0,25}\\s+(?:llega|es posible|posible)\\s[^.?!]{0,20}gracias\\s+a${payer}`,
    0.85,
  ),
  of(
    `${start}${ownWork.es}\\s+(?:está|es|ha sido|viene)\\s+(?:patrocinad[oa]|traíd[oa])\\s+por${payer}`,
    0.95,
  ),
  of(
    `${start}gracias\\s+a\\s+(?<payer>${nameWords}{2,40}?)\\s+por\\s+(?:patrocinar|el patrocinio)`,
    0.95,
  ),
  of(`${start}(?:el|nuestro)\\s+patrocinador\\s+de\\s+(?:este|hoy|nuestro)`, 0.95),
  of(`${start}(?:colaboración|promoción|publicidad|asociación)\\s+(?:pagad|remunerad)[oa]`, 0.9),
];

const italian: readonly Pattern[] = [
  of(
    `${start}${ownWork.it}\\s+è\\s+(?:stat[oa]\\s+)?(?:sponsorizzat[oa]|offert[oa])\\s+(?:da|dal|dalla|dallo)${payer}`,
    0.95,
  ),
  of(`^\\W*sponsorizzat[oa]\\s+da${payer}`, 0.85),
  of(
    `${start}(?:grazie\\s+a|ringrazi(?:o|amo))\\s+(?<payer>${nameWords}{2,40}?)\\s+per\\s+(?:aver\\s+|avere\\s+)?sponsorizza`,
    0.95,
  ),
  of(`${start}(?:lo|nostro)\\s+sponsor\\s+di\\s+(?:questo|oggi)`, 0.95),
  of(`${start}(?:collaborazione|partnership)\\s+(?:retribuita|a pagamento|pagata)`, 0.9),
];

const portuguese: readonly Pattern[] = [
  of(
    `${start}${ownWork.pt}\\s+(?:é|foi|está sendo)\\s+(?:patrocinad[oa]|oferecid[oa])\\s+(?:por|pela|pelo)${payer}`,
    0.95,
  ),
  of(`${start}${ownWork.pt}\\s+tem\\s+(?:o\\s+)?(?:patrocínio|apoio)\\s+d[aoe]${payer}`, 0.95),
  of(
    `${start}(?:obrigad[oa]|agradecer|agradeço|agradecemos)\\s+(?:à|ao|a)\\s+(?<payer>${nameWords}{2,40}?)\\s+por\\s+patrocinar`,
    0.95,
  ),
  of(`${start}parceria\\s+paga${bound}`, 0.9),
  of(`${start}(?:o|nosso)\\s+patrocinador\\s+(?:de\\s+hoje|dest[ea])`, 0.95),
];

/** Words that two of these languages share. */
const romance: readonly Pattern[] = [
  of(`${start}(?:patrocinador|sponsor)\\s+(?:oficial\\s+)?d(?:el|o)\\s+canal`, 0.9),
  of(`^\\W*patrocinad[oa]\\s+(?:por|pela|pelo)${payer}`, 0.85),
  of(
    `${start}(?:con|usad?|usando|usa|mi|nuestro|meu|nosso|use|com|il mio|usa il)\\s+[^.?!]{0,20}(?:código|codice|cupom)${bound}`,
    0.75,
    { also: dealRomance, offers: true },
  ),
];

const dutch: readonly Pattern[] = [
  of(
    `${start}${ownWork.nl}\\s+(?:wordt|is|werd)\\s+(?:mede\\s+)?(?:gesponsord|mogelijk gemaakt|aangeboden)\\s+door${payer}`,
    0.95,
  ),
  of(`^\\W*gesponsord\\s+door${payer}`, 0.85),
  of(`${start}(?:onze|de)\\s+sponsor\\s+van\\s+(?:deze|vandaag)`, 0.95),
  of(
    `${start}(?:bedankt|dank|dankjewel|met dank aan)\\s+(?:aan\\s+)?(?<payer>${nameWords}{2,40}?)\\s+voor\\s+het\\s+sponsoren`,
    0.95,
  ),
  of(`${start}betaald(?:e)?\\s+(?:samenwerking|partnerschap|promotie)`, 0.85),
  of(`${start}kortingscode`, 0.85, { offers: true }),
];

const polish: readonly Pattern[] = [
  of(`${start}partnerem\\s+(?:dzisiejszego\\s+|tego\\s+)${work.pl}`, 0.9),
  of(`${start}sponsorem\\s+(?:dzisiejszego\\s+|tego\\s+)?${work.pl}`, 0.95),
  of(
    `${start}(?:współprac[aye]\\s+reklamow[aeąy]j?|płatna\\s+współpraca|materiał\\s+sponsorowany)`,
    0.9,
  ),
  of(`${start}${work.pl}\\s+(?:jest\\s+)?sponsorowany\\s+przez${payer}`, 0.95),
  of(`${start}kod\\s+rabatowy`, 0.75, { offers: true }),
];

const russian: readonly Pattern[] = [
  of(`${start}спонсор(?:ом)?\\s+(?:этого|сегодняшнего|нашего|выпуска|видео)`, 0.95),
  of(`${start}(?:наш|сегодняшний)\\s+спонсор${bound}`, 0.85),
  of(`${start}${ownWork.ru}[^.?!]{0,20}при\\s+поддержке`, 0.9),
  of(`${start}промокод`, 0.75, { offers: true }),
];

const swedish: readonly Pattern[] = [
  of(
    `${start}(?:i\\s+(?:betalt\\s+)?samarbete\\s+med|sponsras\\s+av|videon?\\s+är\\s+sponsrad)`,
    0.85,
  ),
];

const japanese: readonly Pattern[] = [
  of('(?:提供でお送り|の提供で|プロモーションを含|タイアップ(?:動画|企画)|今回のスポンサー)', 0.9),
];

const korean: readonly Pattern[] = [
  of('(?:유료\\s*광고(?:를)?\\s*포함|협찬을?\\s*받|제작\\s*지원)', 0.9),
];

const chinese: readonly Pattern[] = [
  of('(?:本(?:视频|影片|節目|节目)由.{1,20}(?:赞助|贊助)|感谢.{1,20}赞助|业配|業配)', 0.9),
];

const tagWords = (words: string): string => `(?:^|[\\s(,;|/])#(?:${words})(?![\\p{L}\\p{N}_-])`;

/** Hashtags that mark paid content and have no other meaning, by language. */
const hashtags: Readonly<Record<string, string>> = {
  en: 'ad|ads?partner|sponsored|paidpartnership|paidpromotion',
  de: 'werbung|anzeige|bezahltepartnerschaft',
  fr: 'publicité|partenariat|collaborationcommerciale',
  es: 'publicidad|publi|patrocinado',
  it: 'pubblicità',
  pt: 'publicidade|parceriapaga',
  nl: 'samenwerking',
  pl: 'współpracareklamowa',
  ru: 'реклама',
  ja: '案件',
  ko: '광고|협찬',
  '': 'sponsor|reklama',
};
const tags: readonly Pattern[] = Object.entries(hashtags).map(([language, words]) =>
  of(tagWords(words), 0.85, { places: ['description'], isHashtag: true, language }),
);
/** Hashtags that mean something else in other languages ("#adv motorcycle", a personal record). */
const localTags: readonly Pattern[] = [
  of(tagWords('adv'), 0.85, {
    places: ['description'],
    isHashtag: true,
    language: 'it',
    also: /(?<![\p{L}])(?:di|il|la|le|per|con|che|grazie|questo|questa|nuov[oa])(?![\p{L}])/iu,
  }),
  of(tagWords('pr'), 0.85, {
    places: ['description'],
    isHashtag: true,
    also: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}]/u,
  }),
];

/** Titles and labels that consist of such words alone, or of such words before a name; by language. */
const labels: Readonly<Record<string, string>> = {
  en: "advertisement|advertorial|sponsored|paid (?:promotion|partnership|advertisement)|sponsored (?:segment|content|section|message|post)|ad ?(?:read|break|spot|segment)|(?:a )?(?:quick )?(?:word|message) from (?:our|the|today['’]?s) sponsors?",
  de: 'werbung|dauerwerbesendung|werbesendung|anzeige|gesponsert|werbeblock',
  fr: 'publicité|sponsorisé',
  es: 'publicidad|anuncio',
  it: 'pubblicità|sponsorizzato|messaggio promozionale',
  pt: 'publicidade',
  nl: 'advertentie|reclame|gesponsord',
  pl: 'sponsorowane',
  sv: 'annons|reklam|i samarbete',
  ru: 'реклама',
  ja: '広告|プロモーション',
  ko: '광고|유료광고',
  zh: '广告|廣告',
  '': 'patrocinado|reklama',
};
const labelTitles: readonly Pattern[] = Object.entries(labels).map(([language, words]) =>
  of(`^\\W*(?:${words})\\W*${end}`, 0.8, { places: ['title'], language }),
);

const titles: readonly Pattern[] = [
  of(`^\\W*ad\\W*${end}`, 0.6, { places: ['title'] }),
  of(`^\\W*(?:spot|pub)\\W*${end}`, 0.6, { places: ['title'], titleOnly: true }),
  of(`^\\W*patrocinador(?:es)?\\W*${end}`, 0.75, { places: ['title'], titleOnly: true }),
  of(
    `^\\W*(?:our |today['’]?s |video |the )?(?:sponsor|ad|werbung|anzeige|sponsored by|patrocinador|partenaire)\\s*(?:[:|–—-]|\\()\\s*(?<payer>\\p{L}[^)|]{1,60})`,
    0.85,
    { places: ['title'] },
  ),
  of(`^\\W*(?:our |today['’]?s |video |the )?sponsors?\\W*${end}`, 0.75, { places: ['title'] }),
  of(
    `^\\W*(?:thanks?(?: you)? to (?:our|today['’]?s|the) sponsors?|sponsor (?:message|spot|break|read|segment|shout\\s?out))`,
    0.8,
    { places: ['title'] },
  ),
  of(
    `^\\W*(?:includes|contains|contient|contiene|enthält|contém|bevat|zawiera)\\s+(?:[\\p{L}]+\\s+)?(?:paid promotion|communication commerciale|promoción pagada|werbung|produktplatzierung|publicité|publicidad|pubblicità|reclame|lokowanie produktu|paid product placement|product placement|advertising)`,
    0.9,
    { places: ['title', 'description'] },
  ),
  of(
    `^\\W*(?<payer>\\p{Lu}[^\\s]*(?:\\s+\\p{Lu}[^\\s]*){0,2})\\s+\\W?(?:ad|ads|sponsor|sponsorship|sponsor spot|ad read|werbung)\\W*${end}`,
    0.75,
    { places: ['title'], named: true, titleOnly: true },
  ),
  of(
    `^\\W*(?:sponsored|presented|brought to you|gesponsert|präsentiert|sponsorisé|patrocinado|offert)\\s+(?:by|von|par|por)\\s+(?<payer>\\S+(?:\\s+\\S+){0,2})${end}`,
    0.8,
    { places: ['title'], named: true },
  ),
  of(
    `^\\W*(?:thanks?(?: you)? to\\s+)?(?:our|today['’]?s|the)\\s+sponsors?\\s+(?<payer>\\p{Lu}\\S*(?:\\s+\\S+){0,2})${end}`,
    0.8,
    { places: ['title'] },
  ),
  of(`^\\W*(?:sponsorship|#(?:ad|sponsored|werbung|anzeige|publi))\\W*${end}`, 0.75, {
    places: ['title'],
  }),
  of(`^\\W*paid\\s+partnership(?:\\s+with${payer})?`, 0.9, { places: ['title'] }),
];

const byLanguage: Readonly<Record<string, readonly Pattern[]>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  pl: polish,
  ru: russian,
  sv: swedish,
  ja: japanese,
  ko: korean,
  zh: chinese,
  '': romance,
};
export const patterns: readonly Pattern[] = [
  ...Object.entries(byLanguage).flatMap(([language, group]) =>
    group.map((pattern) => ({ places: sentences, language, ...pattern })),
  ),
  ...tags,
  ...localTags,
  ...[...labelTitles, ...titles].map(
    (pattern): Pattern => ({
      ...pattern,
      places: pattern.titleOnly ? ['title'] : [...(pattern.places ?? []), 'label'],
    }),
  ),
];

/** The language of the words in a title that mark it as paid for; undefined if several languages have them. */
export const languageOfLabel = (words: string): string | undefined =>
  labelLanguages.find(({ pattern }) => pattern.test(words))?.language;

const labelLanguages = [
  ...Object.entries(labels),
  ['de', 'präsentiert|produktplatzierung|enthält'],
  ['fr', 'sponsorisée?|contient|partenaire'],
  ['es', 'contiene|patrocinador'],
  ['nl', 'bevat'],
  ['pl', 'zawiera'],
  ['en', 'sponsored|presented|brought to you|paid|includes|contains|thanks|our|today|ads?'],
].flatMap(([language = '', words]) =>
  language === '' ? [] : [{ language, pattern: new RegExp(`${start}(?:${words})${bound}`, 'iu') }],
);
