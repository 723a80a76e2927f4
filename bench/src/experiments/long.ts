import Long from 'long';
import { Tier, type Cell, type Experiment } from '../experiment.js';
import { worksOf } from '../load/works-of.js';
import { WINDOW_FIGURES } from '../load/window.js';

const SLOTS = 1024;
/** Returns the value of a slot, one that all three types hold exactly. */
const valueOf = (slot: number): number => slot * 4_294_967_311 + 17;

interface Integers {
  /** Reads an int64 as a value of the caller's type. */
  read(bytes: Buffer, slot: number): unknown;
  /** Writes the slot's value, of the caller's type, as an int64. */
  write(bytes: Buffer, slot: number): void;
  /** Returns the slot of a pending call by its correlation id, as it comes off the wire. */
  find(bytes: Buffer, slot: number): number | undefined;
}

const INTEGERS: Readonly<Record<string, () => Integers>> = {
  Long: () => {
    const values = Array.from({ length: SLOTS }, (_, slot) => Long.fromNumber(valueOf(slot)));
    const pending = new Map(values.map((value, slot) => [value.toNumber(), slot]));
    const read = (bytes: Buffer, slot: number): Long =>
      Long.fromBits(bytes.readInt32LE(slot * 8), bytes.readInt32LE(slot * 8 + 4));
    return {
      read,
      write: (bytes, slot) => {
        bytes.writeInt32LE(values[slot].low, slot * 8);
        bytes.writeInt32LE(values[slot].high, slot * 8 + 4);
      },
      find: (bytes, slot) => pending.get(read(bytes, slot).toNumber()),
    };
  },
  bigint: () => {
    const values = Array.from({ length: SLOTS }, (_, slot) => BigInt(valueOf(slot)));
    const pending = new Map(values.map((value, slot) => [value, slot]));
    return {
      read: (bytes, slot) => bytes.readBigInt64LE(slot * 8),
      write: (bytes, slot) => void bytes.writeBigInt64LE(values[slot], slot * 8),
      find: (bytes, slot) => pending.get(bytes.readBigInt64LE(slot * 8)),
    };
  },
  number: () => {
    const values = Array.from({ length: SLOTS }, (_, slot) => valueOf(slot));
    const pending = new Map(values.map((value, slot) => [value, slot]));
    const read = (bytes: Buffer, slot: number): number =>
      bytes.readInt32LE(slot * 8 + 4) * 2 ** 32 + bytes.readUInt32LE(slot * 8);
    return {
      read,
      write: (bytes, slot) => {
        const value = values[slot];
        bytes.writeInt32LE(value | 0, slot * 8);
        bytes.writeInt32LE(Math.floor(value / 2 ** 32), slot * 8 + 4);
      },
      find: (bytes, slot) => pending.get(read(bytes, slot)),
    };
  },
};

const CELLS: readonly Cell[] = [
  { id: 'read', title: 'int64 from the wire', tier: Tier.QUICK },
  { id: 'write', title: 'int64 to the wire', tier: Tier.QUICK },
  { id: 'find', title: 'pending call by correlation id', tier: Tier.QUICK },
];

export const long: Experiment = {
  name: 'long',
  title: '64-bit integers: Long, bigint, number',
  method:
    'Conversions between 8 bytes and the three types in process. The talk names "no number↔Long conversions" among its ' +
    'steps without a figure of its own. offloop keeps no map of calls at all: an id is an index.',
  needsMember: false,
  pace: 0.3,
  cells: CELLS,
  approaches: Object.keys(INTEGERS).map((name) => ({ name, tier: Tier.QUICK })),
  figures: WINDOW_FIGURES,
  run: worksOf(CELLS, ({ id }, { approach }) => {
    const integers = INTEGERS[approach]();
    const bytes = Buffer.alloc(SLOTS * 8);
    for (let slot = 0; slot < SLOTS; slot++) integers.write(bytes, slot);
    for (let slot = 0; slot < SLOTS; slot++) {
      if (String(integers.read(bytes, slot)) !== String(valueOf(slot)) || integers.find(bytes, slot) !== slot)
        throw new Error(`${approach} loses value ${slot}`);
    }
    // Kept and compared, so that the engine cannot leave the work out.
    let last: unknown;
    return (count) => {
      for (let i = 0; i < count; i++) {
        const slot = i & (SLOTS - 1);
        if (id === 'read') last = integers.read(bytes, slot);
        else if (id === 'write') integers.write(bytes, slot);
        else if (integers.find(bytes, slot) !== slot) throw new Error(`call ${slot} was not found`);
      }
      if (id === 'read' && String(last) !== String(valueOf((count - 1) & (SLOTS - 1))))
        throw new Error(`read ${String(last)}`);
    };
  }),
};
