import { createRandom, type Random } from '@offloop/tools/random';

const KEYS = ['', 'with space', 'x'.repeat(70), ...'id name n total items customer a ключ 名'.split(' ')];
/** Keys that mean something to JavaScript, stand elsewhere than they are written, or have escapes. */
const ODD_KEYS = String.raw`0 7 01 -1 4294967295 __proto__ constructor toString toJSON 😀 \u0061 \"`
  .split(' ')
  .concat('\u2028');

const NUMBERS = (
  '0 -0 -0.0 0e5 0E-5 -1e-400 1e-400 1e400 -1e400 5e-324 2.5e-324 1.7976931348623157e308 1.7976931348623159e308 0.1 0.30000000000000004 1e22 1e23 1e-22 ' +
  '9007199254740991 9007199254740992 9007199254740993 -9007199254740993 18446744073709551615 9223372036854775808 ' +
  '268435455 268435456 -268435456 -268435457 999999999 1000000000 2147483647 2147483648 -2147483648 -2147483649 4294967295 4294967296 ' +
  '123456789.5 1.0 100e-2 12e3 1E+2 0.000001 90071992547409.93 900719925474099.3 9007199254740.993e3 7.2057594037927933e16 ' +
  '2.2250738585072011e-308 123456789012345678901234567890 0.1234567890123456789012345678901234567890 1.00000000000000000000000'
).split(' ');
const NOT_NUMBERS = '01 - +1 .5 1. 1e 1e+ 0x10 1_000 NaN Infinity --1 1.e5 1..5 1e5.5 -01'.split(' ');

const ESCAPES =
  String.raw`\n \" \\ \/ \b \f \r \t \u0000 \u007f \u0080 \u07FF \u0800 \uffff \u4E2d \ud83d\ude00 \uDBFF\uDFFF \ufeff`.split(
    ' ',
  );
const ODD_ESCAPES = String.raw`\ud800 \udc00 \ud800\u0041 \ud83d\ud83d \x41 \u12 \u12g4 \U0041 "`
  .split(' ')
  .concat('\\', '\n', '\u0000', '\u001f');
const PIECES = 'x word abcdefghijkl abcdefghijklm é жизнь 中文 😀 ÿ'
  .split(' ')
  .concat('', 'two words', '\u2028', '\ufeff', '\u007f', 'long '.repeat(9), 'z'.repeat(255), 'z'.repeat(256));
const SPACES = [' ', '\n', '\t', '\r\n', '  '];
const NO_SPACES = ['\u000b', '\u000c', '\u00a0', '\u0000', '/**/', ','];
/** What a text is damaged with. */
const DAMAGE = ['"', '{', '}', '[', ']', ',', ':', '\\', '0', '-', '.', 'e', ' ', '\u0000', 't', '\u00e9'];

/** Random JSON texts, some of which are none; from a seed. */
export class Documents {
  readonly #random: Random;
  /** Rows of one document have these keys, which change now and then. */
  #rowKeys: string[] = ['id', 'name'];
  /** One in so many choices is an odd one. */
  #oddness = 0;

  constructor(seed: number) {
    this.#random = createRandom(seed);
  }

  next(): Buffer {
    this.#oddness = this.#random.below(4) === 0 ? 40 : 0;
    const text = this.#document();
    const bytes = Buffer.from(text);
    return this.#random.below(5) === 0 ? this.#damaged(bytes) : bytes;
  }

  #isOdd(): boolean {
    return this.#oddness > 0 && this.#random.below(this.#oddness) === 0;
  }

  #document(): string {
    switch (this.#random.below(9)) {
      case 0:
        return this.#array(0);
      case 1:
        return this.#object(0);
      case 2:
        return `${this.#gap()}${this.#value(0)}${this.#gap()}`;
      case 3:
        return `[${this.#several(60, () => this.#number()).join(',')}]`;
      case 4:
        return `{"series":${this.#series()},"other":${this.#series()}}`;
      default:
        return this.#rows();
    }
  }

  #rows(): string {
    if (this.#random.below(20) === 0) this.#rowKeys = this.#several(12, () => this.#key());
    const rows = this.#several(6, () =>
      this.#objectOf(
        this.#rowKeys.filter(() => this.#random.below(12) > 0),
        2,
      ),
    );
    return `[${rows.join(',')}]`;
  }

  #value(depth: number): string {
    if (this.#isOdd())
      return this.#random.pick([...NOT_NUMBERS, 'tru', 'nulL', 'True', '', "'a'", 'undefined']);
    switch (this.#random.below(depth < 5 ? 10 : 7)) {
      case 0:
      case 1:
      case 2:
        return this.#number();
      case 3:
        return this.#random.pick(['true', 'false', 'null', '[]', '{}']);
      case 4:
      case 5:
      case 6:
        return this.#string();
      case 7:
        return this.#array(depth + 1);
      default:
        return this.#object(depth + 1);
    }
  }

  #array(depth: number): string {
    return `[${this.#gap()}${this.#several(5, () => this.#value(depth)).join(`${this.#gap()},${this.#gap()}`)}${this.#gap()}]`;
  }

  /** Many numbers of one make, or nearly so. */
  #series(): string {
    const digits = 1 + this.#random.below(20);
    const places = this.#random.below(3) === 0 ? this.#random.below(12) : 0;
    const others = this.#random.pick([0, 0, 10, 200]);
    const isOther = (): boolean => others > 0 && this.#random.below(others) === 0;
    const some = (most: number): string =>
      Array.from({ length: 1 + this.#random.below(most) }, () => this.#random.below(10)).join('');
    const items = this.#several(this.#random.below(20) === 0 ? 3000 : 60, () => {
      if (isOther()) return this.#value(2);
      const whole =
        this.#random.below(30) === 0 ? '0' : `${1 + this.#random.below(9)}${some(digits).slice(1)}`;
      return `${this.#random.below(30) === 0 ? '-' : ''}${whole}${places > 0 ? `.${some(places)}` : ''}`;
    });
    const gap = this.#random.below(4) === 0 ? (): string => this.#gap() : (): string => '';
    return `[${gap()}${items.join(`${gap()},${gap()}`)}${gap()}]`;
  }

  #object(depth: number): string {
    return this.#objectOf(
      this.#several(5, () => this.#key()),
      depth,
    );
  }

  #objectOf(keys: readonly string[], depth: number): string {
    const properties = keys.map(
      (key) => `${this.#gap()}${key}${this.#gap()}:${this.#gap()}${this.#value(depth)}`,
    );
    return `{${properties.join(`${this.#gap()},`)}${this.#gap()}}`;
  }

  #key(): string {
    return `"${this.#isOdd() ? this.#random.pick(ODD_KEYS) : this.#random.below(40) === 0 ? `key${this.#random.below(1000)}` : this.#random.pick(KEYS)}"`;
  }

  #number(): string {
    switch (this.#random.below(5)) {
      case 0:
        return this.#random.pick(NUMBERS);
      case 1:
        return String(this.#random.below(1000) - 300);
      case 2:
        return String(
          (this.#random.below(2 ** 31) - 2 ** 30) * (this.#random.below(2) === 0 ? 1 : 4_194_301),
        );
      case 3:
        return JSON.stringify(this.#anyDouble());
      default: {
        const digits = (most: number): string =>
          Array.from({ length: 1 + this.#random.below(most) }, () => this.#random.below(10)).join('');
        const exponent =
          this.#random.below(2) === 0 ? '' : `e${this.#random.pick(['', '-', '+'])}${this.#random.below(40)}`;
        return `${this.#random.pick(['', '-'])}${1 + this.#random.below(9)}${digits(18)}.${digits(18)}${exponent}`;
      }
    }
  }

  /** Any bits that are a number. */
  #anyDouble(): number {
    const view = new DataView(new ArrayBuffer(8));
    view.setUint32(0, this.#random.below(2 ** 32));
    view.setUint32(4, this.#random.below(2 ** 32));
    return view.getFloat64(0);
  }

  #string(): string {
    const pieces = this.#several(3, () => {
      if (this.#isOdd()) return this.#random.pick(ODD_ESCAPES);
      if (this.#random.below(8) === 0) return this.#random.pick(ESCAPES);
      if (this.#random.below(10) === 0) return this.#anyCharacter();
      return this.#random.pick(PIECES);
    });
    return `"${pieces.join('')}"`;
  }

  #anyCharacter(): string {
    const code = this.#random.below(0x11_0000);
    if (code < 0x20 || code === 0x22 || code === 0x5c || (code >= 0xd800 && code < 0xe000)) return 'x';
    return String.fromCodePoint(code);
  }

  #gap(): string {
    if (this.#random.below(20) > 0) return '';
    return this.#isOdd() ? this.#random.pick(NO_SPACES) : this.#random.pick(SPACES);
  }

  #several<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.#random.below(most + 1) }, make);
  }

  #damaged(bytes: Buffer): Buffer {
    const at = this.#random.below(bytes.length + 1);
    switch (this.#random.below(5)) {
      case 0:
        return bytes.subarray(0, at);
      case 1:
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + this.#random.below(3))]);
      case 2: {
        const flipped = Buffer.from(bytes);
        if (at < bytes.length) flipped[at] ^= 1 << this.#random.below(8);
        return flipped;
      }
      case 3:
        return Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from([this.#random.below(256)]),
          bytes.subarray(at),
        ]);
      default:
        return Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from(this.#random.pick(DAMAGE)),
          bytes.subarray(at + this.#random.below(2)),
        ]);
    }
  }
}
