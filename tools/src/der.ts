/*
 * As much of ASN.1's distinguished encoding as a certificate needs: tag, length, content.
 */

function encoded(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

export function sequence(...items: readonly Buffer[]): Buffer {
  return encoded(0x30, ...items);
}

export function set(...items: readonly Buffer[]): Buffer {
  return encoded(0x31, ...items);
}

/** @param bytes big-endian, the first bit clear. */
export function integer(bytes: Buffer): Buffer {
  return encoded(0x02, bytes);
}

/** @param hex the content, already in its base-128 form. */
export function oid(hex: string): Buffer {
  return encoded(0x06, Buffer.from(hex, 'hex'));
}

export function octetString(content: Buffer): Buffer {
  return encoded(0x04, content);
}

export function bitString(content: Buffer): Buffer {
  // No bit of the last byte is unused.
  return encoded(0x03, Buffer.from([0]), content);
}

export function utf8String(text: string): Buffer {
  return encoded(0x0c, Buffer.from(text, 'utf8'));
}

/** To the second. */
export function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return encoded(0x17, Buffer.from(`${digits}Z`, 'latin1'));
}

export function contextTag(number: number, content: Buffer): Buffer {
  return encoded(0xa0 | number, content);
}
