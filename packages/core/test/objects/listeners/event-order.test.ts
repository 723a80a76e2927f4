import { describe, expect, it } from 'vitest';

import { EventOrder, MOST_WAITING_BYTES } from '../../../src/objects/listeners/event-order.js';
import { SchemaAbsent } from '@offloop/values';

/** Events are single bytes; those above 99 cannot be read before their schema is there. */
function world(): {
  order: EventOrder;
  told: number[];
  reported: unknown[];
  bring: (event: number) => Promise<void>;
  lose: (event: number) => Promise<void>;
  tell: (...events: number[]) => void;
} {
  const told: number[] = [];
  const reported: unknown[] = [];
  const known = new Set<number>();
  const waits = new Map<number, { resolve(): void; reject(error: Error): void }>();
  const order = new EventOrder(
    (bytes, start) => {
      const event = bytes[start];
      if (event > 99 && !known.has(event)) {
        throw new SchemaAbsent(
          `of ${event}`,
          () => new Promise((resolve, reject) => waits.set(event, { resolve, reject })),
        );
      }
      told.push(event);
      if (event === 0) throw new Error('zero');
    },
    (error) => reported.push(error),
  );
  // A turn of the loop: what is told in slices has its turn, too.
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return {
    order,
    told,
    reported,
    bring: (event) => {
      known.add(event);
      waits.get(event)!.resolve();
      return turns();
    },
    lose: (event) => {
      waits.get(event)!.reject(new Error(`no schema of ${event}`));
      return turns();
    },
    tell: (...events) => {
      const bytes = Buffer.of(77, ...events);
      events.forEach((_, index) => order.tell(bytes, index + 1, index + 2));
      // The ring's bytes are somebody else's by now.
      bytes.fill(1);
    },
  };
}

describe('the events of a listener', () => {
  it('are told at once where none waits', () => {
    const { told, tell } = world();
    tell(1, 2);
    expect(told).toEqual([1, 2]);
  });

  it('wait behind one whose schema is fetched, and come in their order', async () => {
    const { told, tell, bring } = world();
    tell(1, 100, 2, 101, 3);
    expect(told).toEqual([1]);
    await bring(100);
    expect(told).toEqual([1, 100, 2]);
    tell(4);
    await bring(101);
    tell(5);
    expect(told).toEqual([1, 100, 2, 101, 3, 4, 5]);
  });

  it('are told without the one whose schema cannot be had', async () => {
    const { told, reported, tell, lose } = world();
    tell(100, 1);
    await lose(100);
    expect(told).toEqual([1]);
    expect(String(reported)).toMatch('no schema of 100');
    tell(2);
    expect(told).toEqual([1, 2]);
  });

  it('go on when the listener throws', async () => {
    const { told, reported, tell, bring } = world();
    tell(0, 100, 0, 1);
    await bring(100);
    expect(told).toEqual([0, 100, 0, 1]);
    expect(reported).toHaveLength(2);
  });

  it('are not told any more once it is over', async () => {
    const { order, told, tell, bring } = world();
    tell(100, 1);
    order.end();
    await bring(100);
    expect(told).toEqual([]);
  });

  it('are lost past a limit, each with a report, and the rest keeps its order', async () => {
    const { order, told, reported, tell, bring } = world();
    tell(100);
    const long = Buffer.alloc(MOST_WAITING_BYTES, 7);
    order.tell(long, 0, long.length);
    tell(1);
    expect(reported).toMatchObject([
      { code: 'ERR_OFFLOOP_BACKPRESSURE', details: { allowed: MOST_WAITING_BYTES } },
    ]);
    await bring(100);
    expect(told).toEqual([100, 1]);
    // What waits has been given back.
    tell(101);
    const half = Buffer.alloc(MOST_WAITING_BYTES / 2, 8);
    order.tell(half, 0, half.length);
    await bring(101);
    expect(told).toEqual([100, 1, 101, 8]);
  });
});
