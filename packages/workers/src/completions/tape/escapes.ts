const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const LETTER_U = 0x75;

/** The character that stands for each letter behind a backslash; 0: none does. */
const SIMPLE: Uint8Array = new Uint8Array(256);
for (const [letter, meant] of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'])
  SIMPLE[letter.charCodeAt(0)] = meant.charCodeAt(0);

/** The value of each hexadecimal digit; 0xff: it is not one. */
const HEX: Uint8Array = new Uint8Array(256).fill(0xff);
for (const digit of '0123456789abcdefABCDEF') HEX[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/** Collects those strings of one JSON document that have escapes, in UTF-8 and with the escapes replaced. */
export class EscapedStrings {
  /** The offset behind the closing quote of the string added last. */
  behind = 0;
  /** True if the string added last is ASCII. */
  isAscii = true;
  /** Bytes of all strings added so far. */
  length = 0;
  #bytes: Buffer = Buffer.allocUnsafeSlow(256);

  /** The strings, one behind the other, up to `length`. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Forgets all strings. */
  begin(): void {
    this.length = 0;
  }

  /**
   * Adds the string whose text begins at `bytes[start]`, behind its quote.
   *
   * @param end the end of the document. @returns false if this is not a string, or one that UTF-8 cannot hold.
   */
  add(bytes: Buffer, start: number, end: number): boolean {
    if (this.#bytes.length - this.length < end - start) this.#grow(end - start);
    const made = this.#bytes;
    let length = this.length;
    let seen = 0;
    for (let at = start; at < end; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        this.behind = at + 1;
        this.isAscii = seen < 0x80;
        this.length = length;
        return true;
      }
      if (byte < SPACE) return false;
      if (byte !== BACKSLASH) {
        made[length++] = byte;
        seen |= byte;
        continue;
      }
      const letter = bytes[++at];
      const meant = SIMPLE[letter];
      if (meant > 0) {
        made[length++] = meant;
        continue;
      }
      let unit = letter === LETTER_U ? unitAt(bytes, at + 1) : -1;
      if (unit < 0) return false;
      at += 4;
      if (unit >= 0xd800 && unit < 0xe000) {
        // A pair is one character. Half a pair has no bytes in UTF-8.
        const low = bytes[at + 1] === BACKSLASH && bytes[at + 2] === LETTER_U ? unitAt(bytes, at + 3) : -1;
        if (unit >= 0xdc00 || low < 0xdc00 || low >= 0xe000) return false;
        unit = 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff);
        at += 6;
      }
      if (unit >= 0x80) seen = 0x80;
      length = writeUtf8(made, length, unit);
    }
    return false;
  }

  #grow(by: number): void {
    const bytes = Buffer.allocUnsafeSlow(2 * this.length + by);
    this.#bytes.copy(bytes, 0, 0, this.length);
    this.#bytes = bytes;
  }
}

/** The four hexadecimal digits from `at` on; negative: these are not all digits. */
function unitAt(bytes: Buffer, at: number): number {
  const a = HEX[bytes[at]];
  const b = HEX[bytes[at + 1]];
  const c = HEX[bytes[at + 2]];
  const d = HEX[bytes[at + 3]];
  return at + 3 < bytes.length && (a | b | c | d) < 16 ? (a << 12) | (b << 8) | (c << 4) | d : -1;
}

/** Never longer than the escape it stands for. @returns the end. */
function writeUtf8(to: Buffer, at: number, character: number): number {
  if (character < 0x80) {
    to[at] = character;
    return at + 1;
  }
  if (character < 0x800) {
    to[at] = 0xc0 | (character >> 6);
    to[at + 1] = 0x80 | (character & 0x3f);
    return at + 2;
  }
  if (character < 0x10000) {
    to[at] = 0xe0 | (character >> 12);
    to[at + 1] = 0x80 | ((character >> 6) & 0x3f);
    to[at + 2] = 0x80 | (character & 0x3f);
    return at + 3;
  }
  to[at] = 0xf0 | (character >> 18);
  to[at + 1] = 0x80 | ((character >> 12) & 0x3f);
  to[at + 2] = 0x80 | ((character >> 6) & 0x3f);
  to[at + 3] = 0x80 | (character & 0x3f);
  return at + 4;
}
