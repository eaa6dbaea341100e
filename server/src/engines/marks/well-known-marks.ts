/**
 * The brands of `simple-icons` whose logos are looked for if a job names no brands. Each is a shape that people know
 * without its name, and that stands for the brand on things, clothes, signs or screens.
 *
 * Left out are shapes that are words or single letters, which are found by reading (KFC, Nissan, Honda), and shapes that
 * are also signs of something else: the triangle of a player (YouTube), a paper plane (Telegram), two discs
 * (Mastercard), a cross (Chevrolet).
 */
export const wellKnownMarks: readonly string[] = [
  // Emblems on cars.
  'Acura',
  'Audi',
  'Bentley',
  'BMW',
  'Cadillac',
  'Citroën',
  'Ducati',
  'Ferrari',
  'Infiniti',
  'Lamborghini',
  'Maserati',
  'Mazda',
  'Mitsubishi',
  'Opel',
  'Peugeot',
  'Porsche',
  'RAM',
  'Renault',
  'Škoda',
  'Subaru',
  'Tesla',
  'Toyota',
  'Volkswagen',
  // On clothes and shoes.
  'Adidas',
  'Jordan',
  'New Balance',
  'Nike',
  'Puma',
  'Reebok',
  'Under Armour',
  // On food, cups and signs.
  "McDonald's",
  'Red Bull',
  'Shell',
  'Starbucks',
  'Taco Bell',
  // On devices, and in what screens show.
  'Airbnb',
  'Android',
  'Apple',
  'Discord',
  'GitHub',
  'Huawei',
  'Instagram',
  'Linux',
  'NVIDIA',
  'PlayStation',
  'Reddit',
  'Snapchat',
  'Spotify',
  'Steam',
  'TikTok',
  'Twitch',
  'Ubuntu',
  'WhatsApp',
  // On aeroplanes, and in sport.
  'Lufthansa',
  'MLB',
  'NBA',
  'Qatar Airways',
  'Singapore Airlines',
  'Turkish Airlines',
];
