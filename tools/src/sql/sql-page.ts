/** A column of a page of rows: its type by the protocol, and null or a value for each row. */
export interface SqlColumn {
  readonly type: number;
  /**
   * One value for each row, null included. Text is a string; booleans and numbers of fixed size are numbers, or bigints where they have 64
   * bits. Everything else is given as its bytes: a date, a decimal number, a serialized value, JSON.
   */
  readonly values: readonly (string | number | bigint | Buffer | null)[];
}

const BEGIN = 1 << 12;
const END = 1 << 11;
const NULL = 1 << 10;
const HEADER = 6;

const VARCHAR = 0;
const NULL_TYPE = 14;
const JSON_TYPE = 15;
const REAL = 7;
const DOUBLE = 8;
/** Sizes in bytes of the types whose values all have the same size. */
const SIZES: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  7: 4,
  8: 8,
  9: 6,
  10: 7,
  11: 13,
  12: 17,
};

/** Returns the frames of a page of rows as members send it, from BEGIN to END. */
export function sqlPage(columns: readonly SqlColumn[], isLast: boolean): Buffer {
  const types = Buffer.alloc(4 * columns.length);
  columns.forEach(({ type }, i) => types.writeInt32LE(type, 4 * i));
  return Buffer.concat([
    frame(Buffer.alloc(0), BEGIN),
    frame(Buffer.of(isLast ? 1 : 0)),
    frame(types),
    ...columns.map(columnFrames),
    frame(Buffer.alloc(0), END),
  ]);
}

function frame(content: Buffer, flags: number = 0): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeInt32LE(HEADER + content.length, 0);
  header.writeUInt16LE(flags, 4);
  return Buffer.concat([header, content]);
}

function columnFrames({ type, values }: SqlColumn): Buffer {
  if (type === NULL_TYPE) {
    const count = Buffer.alloc(4);
    count.writeInt32LE(values.length);
    return frame(count);
  }
  const size = SIZES[type];
  if (size !== undefined) return frame(fixed(type, size, values));
  const items = values.map((value) => {
    if (value === null) return frame(Buffer.alloc(0), NULL);
    const content = frame(
      type === VARCHAR || typeof value === 'string' ? Buffer.from(String(value)) : (value as Buffer),
    );
    if (type !== JSON_TYPE) return content;
    return Buffer.concat([frame(Buffer.alloc(0), BEGIN), content, frame(Buffer.alloc(0), END)]);
  });
  return Buffer.concat([frame(Buffer.alloc(0), BEGIN), ...items, frame(Buffer.alloc(0), END)]);
}

/**
 * Encodes values of a fixed size: a byte that says whether there are nulls, the count, and the values. If some are null, each eight values
 * begin with a bitmap.
 */
function fixed(type: number, size: number, values: SqlColumn['values']): Buffer {
  const nulls = values.filter((value) => value === null).length;
  const kind = nulls === values.length && nulls > 0 ? 1 : nulls === 0 ? 2 : 3;
  const header = Buffer.alloc(5);
  header[0] = kind;
  header.writeInt32LE(values.length, 1);
  const parts: Buffer[] = [header];
  if (kind === 1) return header;
  for (let i = 0; i < values.length; i += 8) {
    const eight = values.slice(i, i + 8);
    if (kind === 3)
      parts.push(
        Buffer.of(eight.reduce<number>((bits, value, at) => (value === null ? bits : bits | (1 << at)), 0)),
      );
    for (const value of eight) if (value !== null) parts.push(fixedValue(type, size, value));
  }
  return Buffer.concat(parts);
}

function fixedValue(type: number, size: number, value: string | number | bigint | Buffer): Buffer {
  if (Buffer.isBuffer(value)) return value;
  const bytes = Buffer.alloc(size);
  if (type === REAL) bytes.writeFloatLE(Number(value));
  else if (type === DOUBLE) bytes.writeDoubleLE(Number(value));
  else if (size === 8) bytes.writeBigInt64LE(BigInt(value));
  else bytes.writeIntLE(Number(value), 0, size);
  return bytes;
}
