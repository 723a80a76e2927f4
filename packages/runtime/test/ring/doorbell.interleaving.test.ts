import { describe, expect, it } from 'vitest';

import * as steps from './support/doorbell-steps.js';
import { everyOrder, sideOf, type Finished, type Steps } from './support/every-order.js';
import { fill, offer, ringAt, type Ends } from './support/rings.js';

type Half = (ends: Ends) => Steps<boolean>;

/** The sleeping side is left, the waking side right. */
function outcomes(runs: readonly Finished<boolean, boolean>[]): string[] {
  const named = runs.map(
    ({ left, right }) => `${left ? 'sleeps' : 'stays awake'}, ${right ? 'is told' : 'is not told'}`,
  );
  return [...new Set(named)].sort();
}

const ALLOWED = [
  // A bell too many: the sleeper found the change by itself.
  'stays awake, is not told',
  'stays awake, is told',
  'sleeps, is told',
].sort();

// Asleep with something to do and nobody to say so: for ever, if nothing else happens.
const FORBIDDEN = 'sleeps, is not told';

function raceForRecords(park: Half, publish: Half): Finished<boolean, boolean>[] {
  return everyOrder(() => {
    const ends = ringAt(0);
    offer(ends.producer, 1, 'the record');
    return { left: sideOf(park(ends)), right: sideOf(publish(ends)) };
  });
}

function raceForRoom(starve: Half, drain: Half): Finished<boolean, boolean>[] {
  return everyOrder(() => {
    const ends = ringAt(0);
    fill(ends.producer, 1024);
    return { left: sideOf(starve(ends)), right: sideOf(drain(ends)) };
  });
}

function* letters(a: string, b: string): Steps<void> {
  yield a;
  yield b;
}

/** @param filled bytes already in the ring, in records of 128, which come out first. */
function live(
  filled: number,
  records: readonly string[],
  limit: number,
  park: Half = steps.parkThenLook,
): Finished<string[], number>[] {
  const count = filled / 128 + records.length;
  return everyOrder(() => {
    const ends = ringAt(2 ** 31 - 512);
    fill(ends.producer, filled);
    const bell = { rings: 0 };
    const room = { rings: 0 };
    return {
      left: sideOf(steps.consumerLife(ends, { count, limit, park, wake: bell, out: room })),
      right: sideOf(steps.producerLife(ends, { records, wake: room, out: bell })),
    };
  });
}

describe('the enumeration', () => {
  it('runs every order once', () => {
    const runs = everyOrder(() => ({ left: sideOf(letters('a', 'b')), right: sideOf(letters('x', 'y')) }));
    expect(runs.map((run) => run.order.map((step) => step.slice(2)).join(''))).toEqual([
      'abxy',
      'axby',
      'axyb',
      'xaby',
      'xayb',
      'xyab',
    ]);
  });
});

describe('a consumer that parks while a record is published', () => {
  it('never sleeps without a bell, in any order of the steps', () => {
    const runs = raceForRecords(steps.parkThenLook, steps.publishThenLook);
    expect(runs.length).toBeGreaterThan(20);
    expect(outcomes(runs)).toEqual(ALLOWED);
  });

  it('would, if it looked before it raised its flag', () => {
    const runs = raceForRecords(steps.lookThenPark, steps.publishThenLook);
    expect(outcomes(runs)).toContain(FORBIDDEN);
  });

  it('would, if the producer looked for the flag before it published', () => {
    const runs = raceForRecords(steps.parkThenLook, steps.lookThenPublish);
    expect(outcomes(runs)).toContain(FORBIDDEN);
  });
});

describe('a producer that starves while room is given back', () => {
  it('never sleeps without being told, in any order of the steps', () => {
    const runs = raceForRoom(steps.starveThenLook, steps.drainThenLook);
    expect(runs.length).toBeGreaterThan(20);
    expect(outcomes(runs)).toEqual(ALLOWED);
  });

  it('would, if it looked before it raised its flag', () => {
    expect(outcomes(raceForRoom(steps.lookThenStarve, steps.drainThenLook))).toContain(FORBIDDEN);
  });

  it('would, if the consumer looked for the flag before it gave the room back', () => {
    expect(outcomes(raceForRoom(steps.starveThenLook, steps.lookThenDrain))).toContain(FORBIDDEN);
  });
});

describe('two whole lives', () => {
  it('of a parking consumer and a producer of two batches always end, with every record in order', () => {
    const runs = live(0, ['first', 'second'], 10);
    expect(runs.length).toBeGreaterThan(1000);
    const ends = new Set(runs.map(({ left, right }) => `${left?.join()} ${right}`));
    expect([...ends]).toEqual(['first,second 2']);
    expect(runs.some(({ order }) => order.filter((step) => step === 'L wake').length === 2)).toBe(true);
  });

  it('would not always end, if the consumer looked before it raised its flag', () => {
    const runs = live(0, ['first', 'second'], 10, steps.lookThenPark);
    expect(runs.some(({ left }) => left === undefined)).toBe(true);
  });

  it('of a starving producer and a consumer of a full ring always end, with every record in order', () => {
    const filler = 'x'.repeat(120);
    const late = 'y'.repeat(120);
    const runs = live(1024, [late], 4);
    expect(runs.length).toBeGreaterThan(1000);
    const ends = new Set(runs.map(({ left, right }) => `${left?.join()} ${right}`));
    expect([...ends]).toEqual([`${[...Array<string>(8).fill(filler), late].join()} 1`]);
    expect(runs.some(({ order }) => order.includes('R wake'))).toBe(true);
    expect(runs.some(({ order }) => order.includes('L wake'))).toBe(true);
  });
});
