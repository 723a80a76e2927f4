import Long from 'long';
import type {
  BigDecimal,
  CompactReader,
  CompactSerializer,
  CompactWriter,
  LocalDate,
  Portable,
  PortableReader,
  PortableWriter,
} from 'offloop';
import { createRandom } from '@offloop/tools/random';

/** The classes of values of which each client has its own. */
export interface ValueClasses {
  readonly BigDecimal: Pick<typeof BigDecimal, 'fromString'>;
  readonly LocalDate: new (year: number, month: number, date: number) => LocalDate;
}

/** A record with 20 fields of the usual kinds. */
export class Product {
  id = 0;
  stock = 0;
  sold = 0;
  rating = 0;
  ean: Long = Long.ZERO;
  views: Long = Long.ZERO;
  revision: Long = Long.ZERO;
  weight = 0;
  width = 0;
  height = 0;
  depth = 0;
  sku: string | null = null;
  name: string | null = null;
  brand: string | null = null;
  category: string | null = null;
  note: string | null = null;
  active = false;
  featured = false;
  price: BigDecimal | null = null;
  listed: LocalDate | null = null;
}

export function fillProduct<P extends Product>(product: P, seed: number, classes: ValueClasses): P {
  const random = createRandom(seed);
  const word = (length: number): string =>
    Buffer.from(Array.from({ length }, () => 97 + random.below(26))).toString('latin1');
  product.id = random.below(1_000_000);
  product.stock = random.below(1000);
  product.sold = random.below(1_000_000);
  product.rating = random.below(6);
  product.ean = Long.fromNumber(1e12 + random.below(1e9));
  product.views = Long.fromNumber(random.below(1e9));
  product.revision = Long.fromNumber(1 + random.below(1e6));
  product.weight = random.next();
  product.width = random.next() * 10;
  product.height = random.next() * 100;
  product.depth = random.next() * 1000;
  product.sku = word(8);
  product.name = word(24);
  product.brand = word(10);
  product.category = word(12);
  product.note = word(60);
  product.active = random.below(2) === 1;
  product.featured = random.below(2) === 1;
  product.price = classes.BigDecimal.fromString(`${random.below(10_000)}.99`);
  product.listed = new classes.LocalDate(2000 + random.below(26), 1 + random.below(12), 1 + random.below(28));
  return product;
}

/**
 * Returns all fields as a text, by which products are compared. Every field has a text that shows its value, also if its class is a
 * client's own.
 */
export function textOf(product: Product): string {
  return Object.entries(product)
    .map(([field, value]) => `${field} ${String(value)}`)
    .join();
}

export class ProductSerializer implements CompactSerializer<Product> {
  getClass(): typeof Product {
    return Product;
  }

  getTypeName(): string {
    return 'product';
  }

  write(writer: CompactWriter, product: Product): void {
    writer.writeInt32('id', product.id);
    writer.writeInt32('stock', product.stock);
    writer.writeInt32('sold', product.sold);
    writer.writeInt32('rating', product.rating);
    writer.writeInt64('ean', product.ean);
    writer.writeInt64('views', product.views);
    writer.writeInt64('revision', product.revision);
    writer.writeFloat64('weight', product.weight);
    writer.writeFloat64('width', product.width);
    writer.writeFloat64('height', product.height);
    writer.writeFloat64('depth', product.depth);
    writer.writeString('sku', product.sku);
    writer.writeString('name', product.name);
    writer.writeString('brand', product.brand);
    writer.writeString('category', product.category);
    writer.writeString('note', product.note);
    writer.writeBoolean('active', product.active);
    writer.writeBoolean('featured', product.featured);
    writer.writeDecimal('price', product.price);
    writer.writeDate('listed', product.listed);
  }

  read(reader: CompactReader): Product {
    const product = new Product();
    product.id = reader.readInt32('id');
    product.stock = reader.readInt32('stock');
    product.sold = reader.readInt32('sold');
    product.rating = reader.readInt32('rating');
    product.ean = reader.readInt64('ean');
    product.views = reader.readInt64('views');
    product.revision = reader.readInt64('revision');
    product.weight = reader.readFloat64('weight');
    product.width = reader.readFloat64('width');
    product.height = reader.readFloat64('height');
    product.depth = reader.readFloat64('depth');
    product.sku = reader.readString('sku');
    product.name = reader.readString('name');
    product.brand = reader.readString('brand');
    product.category = reader.readString('category');
    product.note = reader.readString('note');
    product.active = reader.readBoolean('active');
    product.featured = reader.readBoolean('featured');
    product.price = reader.readDecimal('price');
    product.listed = reader.readDate('listed');
    return product;
  }
}

export const PORTABLE_FACTORY = 1;
const PORTABLE_PRODUCT = 1;

export class PortableProduct extends Product implements Portable {
  factoryId: number = PORTABLE_FACTORY;
  classId: number = PORTABLE_PRODUCT;

  writePortable(writer: PortableWriter): void {
    writer.writeInt('id', this.id);
    writer.writeInt('stock', this.stock);
    writer.writeInt('sold', this.sold);
    writer.writeInt('rating', this.rating);
    writer.writeLong('ean', this.ean);
    writer.writeLong('views', this.views);
    writer.writeLong('revision', this.revision);
    writer.writeDouble('weight', this.weight);
    writer.writeDouble('width', this.width);
    writer.writeDouble('height', this.height);
    writer.writeDouble('depth', this.depth);
    writer.writeString('sku', this.sku);
    writer.writeString('name', this.name);
    writer.writeString('brand', this.brand);
    writer.writeString('category', this.category);
    writer.writeString('note', this.note);
    writer.writeBoolean('active', this.active);
    writer.writeBoolean('featured', this.featured);
    writer.writeDecimal('price', this.price);
    writer.writeDate('listed', this.listed);
  }

  readPortable(reader: PortableReader): void {
    this.id = reader.readInt('id');
    this.stock = reader.readInt('stock');
    this.sold = reader.readInt('sold');
    this.rating = reader.readInt('rating');
    this.ean = reader.readLong('ean');
    this.views = reader.readLong('views');
    this.revision = reader.readLong('revision');
    this.weight = reader.readDouble('weight');
    this.width = reader.readDouble('width');
    this.height = reader.readDouble('height');
    this.depth = reader.readDouble('depth');
    this.sku = reader.readString('sku');
    this.name = reader.readString('name');
    this.brand = reader.readString('brand');
    this.category = reader.readString('category');
    this.note = reader.readString('note');
    this.active = reader.readBoolean('active');
    this.featured = reader.readBoolean('featured');
    this.price = reader.readDecimal('price');
    this.listed = reader.readDate('listed');
  }
}

export const createPortable = (): PortableProduct => new PortableProduct();

/** An object with a list of decimals as its field: the official client cannot write such a list otherwise. */
export class Decimals {
  readonly values: readonly (BigDecimal | null)[];

  constructor(values: readonly (BigDecimal | null)[]) {
    this.values = values;
  }
}

export class DecimalsSerializer implements CompactSerializer<Decimals> {
  getClass(): typeof Decimals {
    return Decimals;
  }

  getTypeName(): string {
    return 'decimals';
  }

  write(writer: CompactWriter, { values }: Decimals): void {
    writer.writeArrayOfDecimal('values', [...values]);
  }

  read(reader: CompactReader): Decimals {
    return new Decimals(reader.readArrayOfDecimal('values') ?? []);
  }
}
