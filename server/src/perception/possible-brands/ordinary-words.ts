/** Words that are not names, such as those often written large on signs, packages, screens and in captions. */
import { keyOf, keyText, shapeDistance } from '../../analysis/name-key.ts';
import { stem } from '../../analysis/words.ts';
import type { WordRank } from '../brands/brand-lexicon.ts';

/**
 * Words by language, in lower case without accents. The dictionary is English, so for other languages only the words
 * that are most often written in large letters are listed.
 */
const words: Readonly<Record<string, string>> = {
  en:
    'monday tuesday wednesday thursday friday saturday sunday january february march april june july august september ' +
    'october november december jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun est edt pst gmt ' +
    'utc usa uk eu uae america american europe european asia africa australia england britain british france french germany german ' +
    'italy italian spain spanish china chinese japan japanese india indian russia russian canada canadian london paris berlin ' +
    'york tokyo rome madrid wifi app apps online offline login logout signup email emails blog vlog podcast podcasts livestream ' +
    'subscribe unsubscribe hashtag emoji selfie url urls www http https html css javascript api faq info admin username ' +
    'playlist fullscreen autoplay replay dropdown checkbox tooltip popup popups timestamp untitled settings dvd vhs usb hdmi ' +
    'kcal kj soya yoghurt yogurt vegan gluten organic okay wanna gonna gotta yeah wow haha lol omg btw http cctv rec ' +
    'ave blvd rd hwy jr sr dr mr mrs ms prof sgt capt col gen rev hon phd md ceo cfo cto vp no nos vol pp pt ' +
    'feat ft vs aka etc approx incl excl qty sku pcs ml kg lbs oz mph kmh rpm',
  de:
    'montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar marz mai juni juli oktober dezember heute ' +
    'morgen gestern jetzt neu neue neuer neues milch vollmilch joghurt naturjoghurt saft apfelsaft orangensaft wasser bier ' +
    'wein kaffee tee brot butter kase zucker salz fleisch wurst schinken eier gemuse obst schokolade sahne quark honig nudeln ' +
    'reis mehl bio frisch natur ohne zusatz zutaten fett haltbar kuhl lagern ausgang eingang notausgang offen geoffnet ' +
    'geschlossen ziehen drucken verboten achtung vorsicht gefahr parken parkplatz ausfahrt einfahrt bahnhof flughafen polizei ' +
    'feuerwehr krankenhaus apotheke backerei baeckerei metzgerei schule strasse platz haus zentrum stadt verkauf angebot ' +
    'rabatt preis euro kostenlos gratis aktion sonderangebot kasse willkommen danke bitte abonnieren teilen gefallt suche ' +
    'einstellungen anmelden abmelden weiter zuruck start ende nachrichten wetter sport werbung anzeige untertitel',
  fr:
    'lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril mai juin juillet aout septembre octobre ' +
    'novembre decembre aujourdhui demain nouveau nouvelle lait yaourt yaourts jus pomme pommes orange eau biere vin vins cafe ' +
    'the pain beurre fromage sucre sel viande jambon oeufs legumes fruits chocolat creme miel pates riz farine bio frais ' +
    'nature naturel sans avec ingredients sortie entree ouvert ferme tirez poussez interdit attention danger parking gare ' +
    'aeroport police pompiers hopital pharmacie boulangerie ecole rue place maison centre ville soldes promo offre prix ' +
    'gratuit bienvenue merci abonnez partager recherche parametres connexion suivant retour debut fin actualites meteo ' +
    'publicite annonce sous titres vente vendre louer tabac hotel mairie',
  es:
    'lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio agosto septiembre ' +
    'octubre noviembre diciembre hoy manana ayer nuevo nueva leche yogur zumo jugo manzana naranja agua cerveza vino vinos ' +
    'cafe te pan mantequilla queso azucar sal carne jamon huevos verduras frutas chocolate crema miel arroz harina fresco ' +
    'natural sin con ingredientes salida entrada abierto cerrado tire empuje prohibido atencion peligro cuidado ' +
    'aparcamiento estacion aeropuerto policia bomberos farmacia panaderia escuela calle plaza casa centro ciudad rebajas ' +
    'oferta ofertas precio gratis bienvenido bienvenidos gracias suscribete compartir buscar ajustes siguiente volver ' +
    'inicio fin noticias tiempo publicidad anuncio vende alquila tienda mercado',
  it:
    'lunedi martedi mercoledi giovedi venerdi sabato domenica gennaio febbraio aprile maggio giugno luglio agosto settembre ' +
    'ottobre novembre dicembre oggi domani ieri nuovo nuova latte yogurt succo mela arancia acqua birra vino vini caffe te ' +
    'pane burro formaggio zucchero sale carne prosciutto uova verdura frutta cioccolato panna miele pasta riso farina ' +
    'fresco naturale senza con ingredienti uscita ingresso entrata aperto chiuso tirare spingere vietato attenzione ' +
    'pericolo parcheggio stazione aeroporto polizia carabinieri vigili farmacia panetteria scuola via piazza casa centro ' +
    'citta saldi offerta offerte prezzo gratis benvenuti grazie iscriviti condividi cerca impostazioni avanti indietro ' +
    'inizio fine notizie meteo pubblicita vendesi affittasi mercato ristorante trattoria',
  pt:
    'segunda terca quarta quinta sexta sabado domingo janeiro fevereiro marco abril maio junho julho agosto setembro outubro ' +
    'novembro dezembro hoje amanha ontem novo nova leite iogurte suco sumo maca laranja agua cerveja vinho vinhos cafe cha ' +
    'pao manteiga queijo acucar sal carne presunto ovos legumes frutas chocolate creme mel arroz farinha fresco natural sem ' +
    'com ingredientes saida entrada aberto fechado puxe empurre proibido atencao perigo cuidado estacionamento estacao ' +
    'aeroporto policia bombeiros farmacia padaria escola rua praca casa centro cidade promocao oferta preco gratis ' +
    'obrigado inscreva compartilhar buscar pesquisar configuracoes proximo voltar inicio fim noticias publicidade vende ' +
    'aluga mercado loja',
  nl:
    'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari maart mei juni juli augustus oktober ' +
    'vandaag morgen gisteren nieuw nieuwe melk volle halfvolle yoghurt sap appelsap sinaasappelsap water bier wijn koffie ' +
    'thee brood boter kaas suiker zout vlees ham eieren groente fruit chocolade room honing rijst meel vers natuur zonder ' +
    'met ingredienten uitgang ingang nooduitgang open gesloten trekken duwen verboden pas gevaar parkeren station ' +
    'luchthaven politie brandweer ziekenhuis apotheek bakkerij school straat plein huis centrum stad uitverkoop korting ' +
    'aanbieding prijs gratis welkom bedankt abonneren delen zoeken instellingen verder terug begin einde nieuws weer ' +
    'reclame koop huur winkel markt',
  sv:
    'mandag tisdag onsdag torsdag fredag lordag sondag januari februari maj juni juli augusti oktober idag imorgon igar ny ' +
    'nya nytt mjolk mellanmjolk standardmjolk lattmjolk helmjolk filmjolk fil lattfil sommarfil yoghurt naturell vanilj ' +
    'hallon jordgubb blabar apelsin apple applejuice apelsinjuice juice vatten ol vin kaffe te brod smor ost socker salt ' +
    'kott skinka agg gronsaker frukt choklad gradde graddfil vispgradde matlagningsgradde honung ris mjol ekologisk ' +
    'ekologiska farsk mellan latt svensk svenska gard garden utan med original ingredienser utgang ingang nodutgang oppet ' +
    'stangt drag tryck forbjudet varning fara parkering station flygplats polis brandkar sjukhus apotek bageri skola gata ' +
    'torg hus centrum stad rea rabatt erbjudande pris gratis valkommen tack prenumerera dela sok installningar nasta ' +
    'tillbaka slut nyheter vader sport reklam hyra salu butik marknad',
  da:
    'mandag tirsdag onsdag torsdag lordag sondag januar februar marts maj august oktober idag imorgen ny nye nyt maelk ' +
    'letmaelk sodmaelk skummetmaelk yoghurt saft aeble appelsin vand ol vin kaffe te brod smor ost sukker kod skinke aeg ' +
    'gront frugt chokolade flode honning ris mel okologisk frisk uden indgang udgang nodudgang abent lukket traek skub ' +
    'forbudt advarsel fare parkering lufthavn politi sygehus apotek bageri skole gade torv hus centrum by udsalg rabat ' +
    'tilbud pris gratis velkommen tak abonner del sog indstillinger naeste tilbage slut nyheder vejr reklame',
  no:
    'tirsdag lordag sondag januar februar mars desember mai oktober melk lettmelk helmelk eple appelsin vann brus kjott egg ' +
    'gronnsaker sjokolade flote honning mel okologisk fersk uten inngang utgang nodutgang apent stengt trekk skyv forbudt ' +
    'advarsel flyplass politi sykehus apotek bakeri skole gate torg hus sentrum by salg rabatt tilbud velkommen takk ' +
    'abonner sok innstillinger neste tilbake slutt nyheter vaer reklame',
};

/** Names of places, apart from countries, that appear on signs and number plates. */
const states =
  'alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho illinois indiana iowa ' +
  'kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ' +
  'ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia washington wisconsin wyoming ontario quebec ' +
  'alberta manitoba bayern hessen sachsen berlin hamburg munchen wien zurich roma milano napoli madrid barcelona lisboa ' +
  'porto amsterdam stockholm oslo kobenhavn helsinki';

const ordinary = new Set([
  ...[...Object.values(words), states].flatMap((list) => list.split(' ')),
  ...Object.keys(words).flatMap(countriesIn),
]);

/** Returns the keys of all country names in a language. */
function countriesIn(language: string): string[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes.flatMap((code) => {
    const name = names.of(code);
    return name === undefined ? [] : [keyOf(name)];
  });
}

/** Words of this dictionary rank or higher occur in few texts. */
const rareRank = 35;
const letters = 'abcdefghijklmnopqrstuvwxyz';
/** Maximum cost of replacing a letter with another that looks like it. */
const alikeCost = 0.35;
const shortestMisread = 5;

/**
 * Whether the word is a number, or is in the dictionary or in the lists of this file, perhaps without a plural s or
 * another ending.
 */
function isOrdinaryWord(key: string, rank: WordRank): boolean {
  if (/^\p{N}+$/u.test(key) || ordinary.has(key) || rank(key) !== null) return true;
  const plain = key.endsWith('s') ? key.slice(0, -1) : key;
  return rank(plain) !== null || ordinary.has(plain) || rank(stem(key)) !== null;
}

/** Whether every word of a text is ordinary: "SUMMER SALE 2024". */
export const isOrdinary = (text: string, rank: WordRank): boolean =>
  isOrdinaryWord(keyText(text).key, rank) ||
  keysOf(text).every((word) => word.length < 2 || isOrdinaryWord(word, rank));

/** Whether none of the words is in the lists of this file and at least one of them is in few texts: "BRAVO". */
export const isRare = (text: string, rank: WordRank): boolean => {
  const keys = keysOf(text);
  const isListed = keys.some((key) => ordinary.has(key));
  return !isListed && keys.some((key) => key.length > 2 && (rank(key) ?? rareRank) >= rareRank);
};

/**
 * Whether every word is ordinary, or would be but for a lost first or last letter or a letter replaced by a similar
 * one: "arrior" for "warrior".
 */
export const isMisread = (text: string, rank: WordRank): boolean =>
  keysOf(text).every((key) => isOrdinaryWord(key, rank) || isMisreadWord(key, rank));

function isMisreadWord(key: string, rank: WordRank): boolean {
  if (key.length < shortestMisread - 1) return false;
  return Array.from(letters).some((letter) => {
    if (rank(letter + key) !== null || rank(key + letter) !== null) return true;
    return Array.from(key).some((_, index) => {
      const word = key.slice(0, index) + letter + key.slice(index + 1);
      return rank(word) !== null && shapeDistance(key, word, alikeCost) <= alikeCost;
    });
  });
}

function keysOf(text: string): string[] {
  const { key, edges } = keyText(text);
  return edges.slice(1).map((end, i) => key.slice(edges[i], end));
}
