import { createRandom, type Random } from '@offloop/tools/random';

/** A seller's offer of a product. Prices are whole cents, so that every approach gets the same sums. */
export interface Offer {
  readonly sku: string;
  readonly seller: string;
  readonly price: number;
  /** Price before the reduction, as the offer claims it. */
  readonly listPrice: number;
  readonly stock: number;
  /** Rating in tenths of a star, 10 to 50. */
  readonly rating: number;
  readonly shippingDays: number;
  readonly note: string;
}

/** A discount that begins at a quantity. */
export interface Tier {
  /** Least quantity that gets the discount. */
  readonly quantity: number;
  /** Discount on the price, in percent. */
  readonly percent: number;
}

/** A document of the catalogue. `offers` is its last field: the time-sliced approach relies on that. */
export interface Product {
  readonly id: number;
  readonly name: string;
  readonly category: string;
  readonly currency: 'EUR';
  /** Discounts, by rising quantity. */
  readonly tiers: readonly Tier[];
  readonly offers: readonly Offer[];
}

/** The settings that a catalogue is generated from. Equal settings give equal documents on every machine. */
export interface CatalogueSettings {
  readonly seed: number;
  readonly documents: number;
  /** Size of the smallest document in bytes of JSON, roughly. Sizes are spread evenly on a logarithmic scale. */
  readonly leastBytes: number;
  /** Size of the largest document in bytes of JSON, roughly. */
  readonly mostBytes: number;
}

/** The address of a cluster, and the settings of the catalogue in it. */
export interface GridSettings {
  /** Address of a member, `host:port`. */
  readonly address: string;
  readonly catalogue: CatalogueSettings;
  /**
   * True if the member is a process of this demo: only then can other programs' work on this machine be told from the demo's. Default
   * false.
   */
  readonly isEmbedded?: boolean;
}

export const DEFAULT_CATALOGUE: CatalogueSettings = {
  seed: 1,
  documents: 200,
  leastBytes: 1_000,
  mostBytes: 200_000,
};

/** Returns the name of the map that holds the catalogue. Each catalogue has a map of its own, so that a cluster may hold several. */
export function catalogueMapName({ seed, documents, leastBytes, mostBytes }: CatalogueSettings): string {
  return `offloop-demo-catalogue-${seed}-${documents}-${leastBytes}-${mostBytes}`;
}

export function productKey(id: number): string {
  return `product-${id}`;
}

/** Makes the document with this number, 1 to `settings.documents`, from nothing but the settings and the number. */
export function makeProduct(settings: CatalogueSettings, id: number): Product {
  const random = createRandom(Math.imul(settings.seed, 0x9e3779b1) ^ Math.imul(id, 0x85ebca6b));
  const { leastBytes, mostBytes } = settings;
  const size = leastBytes * (mostBytes / leastBytes) ** random.next();
  const category = random.pick(CATEGORIES);
  const name = `${random.pick(ADJECTIVES)} ${category} ${id}`;
  const tiers = [
    { quantity: 3, percent: random.between(1, 4) },
    { quantity: 10, percent: random.between(5, 9) },
  ];
  const reference = random.between(500, 90_000);
  const offers: Offer[] = [];
  const head = JSON.stringify({ id, name, category, currency: 'EUR', tiers, offers });
  let bytes = head.length;
  do {
    const offer = makeOffer(random, id, offers.length, reference);
    bytes += JSON.stringify(offer).length + 1;
    offers.push(offer);
  } while (bytes < size);
  return { id, name, category, currency: 'EUR', tiers, offers };
}

function makeOffer(random: Random, id: number, index: number, reference: number): Offer {
  const listPrice = Math.round(reference * (1 + random.next() * 0.4));
  return {
    sku: `P${id}-${index}`,
    seller: random.pick(SELLERS),
    price: Math.round(listPrice * (1 - random.next() * 0.35)),
    listPrice,
    // The first offer can always be had, so that every quote succeeds.
    stock: index === 0 ? 1_000 : random.between(0, 40),
    rating: random.between(10, 50),
    shippingDays: random.between(1, 14),
    note: `${random.pick(NOTES)} ${random.pick(NOTES)}`,
  };
}

// ASCII only, as in the earlier experiments: decoding other text takes longer, but as much longer for every approach.
const CATEGORIES = ['lamp', 'kettle', 'desk', 'chair', 'drill', 'radio', 'tent', 'bicycle'] as const;
const ADJECTIVES = ['Quiet', 'Sturdy', 'Folding', 'Northern', 'Everyday', 'Little', 'Bright'] as const;
const SELLERS = ['Aldgate', 'Bruckner and Sons', 'Casa Lima', 'Dalgaard', 'Ermine', 'Fjord Trading'] as const;
const NOTES = [
  'Returned once, as good as new.',
  'Sold with the original packaging and a receipt.',
  'A small scratch on the underside, else without fault.',
  'Ships from a warehouse in the region.',
  'Two years of warranty by the seller.',
  'Includes a spare part set.',
] as const;
