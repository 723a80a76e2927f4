import type { BigDecimal } from 'offloop';
import { Tier } from '../experiment.js';
import { createRandom } from '@offloop/tools/random';
import { Decimals, fillProduct, PortableProduct, Product, textOf, type ValueClasses } from './products.js';
import { getCell, KB, setCell, type Kind, type SizedCell, type ValueCell } from './value-cell.js';
import { openOffloopValues, type ValueClient } from './value-client.js';

/** Makes a kind of products, which members and other clients read as what they are. */
const products = <P extends Product>(create: () => P): Kind<P> => ({
  make: (seed, classes) => fillProduct(create(), seed, classes),
  looksRight: (value, expected) => value.sku === expected.sku && value.id === expected.id,
  equals: (value, expected) => textOf(value) === textOf(expected),
});

const DOUBLES = 16_000;
const doubles: Kind<number[]> = {
  make: (seed) => {
    const random = createRandom(seed);
    return Array.from({ length: DOUBLES }, () => random.next());
  },
  looksRight: (value, expected, turn) => value.length === DOUBLES && sameAt(value, expected, turn),
  equals: (value, expected) => expected.every((number, i) => number === value[i]),
};

const sameAt = (value: readonly number[], expected: readonly number[], turn: number): boolean =>
  value[(turn * 31) % DOUBLES] === expected[(turn * 31) % DOUBLES];

const DECIMALS = 1000;

function makeDecimals(seed: number, { BigDecimal: Class }: ValueClasses): BigDecimal[] {
  const random = createRandom(seed);
  return Array.from({ length: DECIMALS }, () =>
    Class.fromString(`${random.below(1e9)}.${1000 + random.below(9000)}`),
  );
}

const sameDecimal = (a: BigDecimal | null, b: BigDecimal | null): boolean =>
  a?.unscaledValue === b?.unscaledValue && a?.scale === b?.scale;

/** Makes a kind of values with decimals. @param of returns the decimals of a value */
const decimals = <V>(make: Kind<V>['make'], of: (value: V) => readonly (BigDecimal | null)[]): Kind<V> => ({
  make,
  looksRight: (value, expected, turn) =>
    of(value).length === DECIMALS && sameDecimal(of(value)[turn % DECIMALS], of(expected)[turn % DECIMALS]),
  equals: (value, expected) => of(value).every((decimal, i) => sameDecimal(decimal, of(expected)[i])),
});

const decimalList = decimals(makeDecimals, (value) => value);
const decimalField = decimals(
  (seed, classes) => new Decimals(makeDecimals(seed, classes)),
  ({ values }) => values,
);

/** Puts values that only offloop can write, and both clients can read. */
async function putByOffloop(
  { cluster }: ValueClient,
  mapName: string,
  entries: readonly [string, readonly BigDecimal[]][],
): Promise<void> {
  const filler = await openOffloopValues(cluster);
  try {
    const map = await filler.getMap(mapName);
    const { BigDecimal: Own } = filler.classes;
    for (const [key, value] of entries)
      await map.set(
        key,
        value.map((decimal) => Own.fromString(decimal.toString())),
      );
  } finally {
    await filler.shutdown();
  }
}

type Sizes = Pick<SizedCell, 'concurrency' | 'bytes' | 'keys'>;

const cell = (id: string, title: string, sizes: Sizes): SizedCell => ({
  id,
  title: `${title}, c=${sizes.concurrency}`,
  tier: Tier.DEFAULT,
  ...sizes,
});

const both = <V>(id: string, title: string, sizes: Sizes, kind: Kind<V>): ValueCell[] => [
  getCell(cell(`get-${id}`, `get ${title}`, sizes), kind),
  setCell(cell(`set-${id}`, `set ${title}`, sizes), kind),
];

const COMPACT = { concurrency: 256, bytes: 400 };
const PORTABLE = { concurrency: 256, bytes: 600 };
// Few of them: to write one takes the official client a good part of a second, since its buffer grows element by element.
const MANY_DOUBLES = { concurrency: 4, bytes: DOUBLES * 8, keys: 4 };
const MANY_DECIMALS = { concurrency: 64, bytes: 20 * KB, keys: 16 };

export const TYPED_CELLS: readonly ValueCell[] = [
  ...both(
    'compact-20',
    'Compact of 20 fields',
    COMPACT,
    products(() => new Product()),
  ),
  ...both(
    'portable-20',
    'Portable of 20 fields',
    PORTABLE,
    products(() => new PortableProduct()),
  ),
  ...both('doubles-16000', '16,000 doubles', MANY_DOUBLES, doubles),
  ...both('decimals-1000', 'Compact of 1,000 decimals', MANY_DECIMALS, decimalField),
  getCell(
    cell('get-decimal-list-1000', 'get a list of 1,000 decimals', MANY_DECIMALS),
    decimalList,
    putByOffloop,
  ),
];
