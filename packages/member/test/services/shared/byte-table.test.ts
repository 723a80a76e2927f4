import { seedOf } from '@offloop/tools';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ByteTable, hashOf } from '../../../src/services/shared/byte-table.js';
import type { Keyed } from '../../../src/services/shared/byte-table.js';

const SKIP = 2;
const seed = { seed: seedOf('byte table') };

function entry(name: string, hash?: number): Keyed {
  const key = Buffer.concat([Buffer.alloc(SKIP, 7), Buffer.from(name)]);
  return { key, hash: hash ?? hashOf(key, SKIP, key.length) };
}

function find<E extends Keyed>(table: ByteTable<E>, name: string, hash?: number): E | undefined {
  const bytes = Buffer.from(`..${name}.`);
  const end = bytes.length - 1;
  return table.find(bytes, 2, end, hash ?? hashOf(bytes, 2, end));
}

describe('ByteTable', () => {
  it('tells long keys apart that differ in the last byte only', () => {
    const table = new ByteTable<Keyed>(SKIP);
    const long = 'k'.repeat(1000);
    const [a, b] = [entry(`${long}a`, 1), entry(`${long}b`, 1)];
    table.add(a);
    table.add(b);
    expect(find(table, `${long}a`, 1)).toBe(a);
    expect(find(table, `${long}b`, 1)).toBe(b);
    expect(find(table, `${long}c`, 1)).toBeUndefined();
  });

  it('behaves like a Map under any sequence of additions and removals, also when hashes collide', () => {
    const step = fc.record({ name: fc.integer({ min: 0, max: 40 }), remove: fc.boolean() });
    const property = fc.property(
      fc.array(step, { maxLength: 300 }),
      fc.integer({ min: 1, max: 50 }),
      (steps, buckets) => {
        const table = new ByteTable<Keyed>(SKIP);
        const model = new Map<string, Keyed>();
        const removals: boolean[] = [];
        // Few hash values, near the end of the table so that probing wraps around.
        const hash = (name: string): number => 15 - (Number(name) % buckets);
        for (const { name: number, remove } of steps) {
          const name = String(number);
          const known = model.get(name);
          expect(find(table, name, hash(name))).toBe(known);
          if (remove && known !== undefined) {
            removals.push(table.remove(known), table.remove(known));
            model.delete(name);
          } else if (!remove && known === undefined) {
            const added = entry(name, hash(name));
            table.add(added);
            model.set(name, added);
          }
        }
        // Each entry was removed once, and could not be a second time.
        expect(removals).toEqual(removals.map((_, i) => i % 2 === 0));
        const met = new Set<Keyed>();
        table.forEach((each) => met.add(each));
        expect(met).toEqual(new Set(model.values()));
        expect(table.size).toBe(model.size);
      },
    );
    fc.assert(property, seed);
  });

  it('meets every entry in as many sweeps as its slots need, and survives their removal', () => {
    const table = new ByteTable<Keyed>(SKIP);
    const added = Array.from({ length: 100 }, (_, i) => entry(`key ${i}`));
    for (const each of added) table.add(each);
    const met = new Set<Keyed>();
    for (let i = 0; i < 16; i += 1) table.sweep(16, (each) => met.add(each));
    expect(met.size).toBe(100);
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 16; i += 1) table.sweep(16, (each) => table.remove(each));
    }
    expect(table.size).toBe(0);
  });

  it('looks at no more slots a sweep than it was told to', () => {
    const table = new ByteTable<Keyed>(SKIP);
    for (let i = 0; i < 100; i += 1) table.add(entry(`key ${i}`));
    let met = 0;
    table.sweep(10, () => (met += 1));
    expect(met).toBeLessThanOrEqual(10);
  });
});
