/** The state of a key without a value. */
export const ABSENT = 0;

const ASCII = 'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(200);
// In pairs of code units, so that an even length splits no surrogate pair.
const OTHER = 'ž木🐎ůk🐎'.repeat(900);
const FIRST_BYTE = 37;

/** Every number from 1 has a value of its own; of its kinds and lengths, one in a hundred is too long for small rings. */
export function valueOf(id: number): unknown {
  const length = lengthOf(id);
  switch (id % 5) {
    case 0:
      return { id, text: ASCII.slice(0, length), list: [id, null, true] };
    case 1: {
      const bytes = Buffer.alloc(length + 4, FIRST_BYTE);
      bytes.writeUInt32BE(id);
      return bytes;
    }
    case 2:
      return `${id}:${OTHER.slice(0, (length >> 2) << 1)}`;
    default:
      return `${id}:${ASCII.slice(0, length)}`;
  }
}

/** The number a value was made from, `ABSENT` for null. Throws for a value that is not, to its last byte, one of these. */
export function idOf(value: unknown): number {
  if (value === null) return ABSENT;
  if (Buffer.isBuffer(value)) {
    const id = value.readUInt32BE(0);
    if (id % 5 === 1 && value.equals(valueOf(id) as Buffer)) return id;
  } else if (typeof value === 'string') {
    const id = parseInt(value, 10);
    if (value === valueOf(id)) return id;
  } else {
    const { id } = value as { id: number };
    if (JSON.stringify(value) === JSON.stringify(valueOf(id))) return id;
  }
  throw new Error(`a value nobody wrote: ${JSON.stringify(value).slice(0, 200)}`);
}

function lengthOf(id: number): number {
  const mixed = Math.imul(id, 0x9e3779b1) >>> 0;
  if (mixed % 100 === 0) return 2100 + (mixed % 4000);
  return mixed % 10 === 0 ? 200 + (mixed % 1200) : mixed % 200;
}
