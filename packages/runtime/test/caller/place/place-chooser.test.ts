import { describe, expect, test } from 'vitest';

import { Place, PlaceChooser, type Sight } from '../../../src/caller/place/place-chooser.js';

const BUSY: Omit<Sight, 'now'> = { load: 0.95, inFlight: 64, rate: 20, answerBytes: 100 };
const QUIET: Omit<Sight, 'now'> = { load: 0.05, inFlight: 1, rate: 0.2, answerBytes: 100 };
const LOOK_MILLIS = 10;

/** Looks every 10 ms. */
class Looks {
  readonly chooser: PlaceChooser;
  now = 0;
  switches = 0;

  constructor(sureAfter?: number) {
    this.chooser = new PlaceChooser(sureAfter);
  }

  see(sight: Omit<Sight, 'now'>, millis: number): Place {
    for (const end = this.now + millis; this.now < end; this.now += LOOK_MILLIS) {
      const before = this.chooser.place;
      if (this.chooser.look({ ...sight, now: this.now }) !== before) this.switches++;
    }
    return this.chooser.place;
  }
}

describe('the place of calls', () => {
  test('is the loop at first, and stays it while there are few calls, however busy the loop is', () => {
    const looks = new Looks();
    expect(looks.chooser.place).toBe(Place.LOOP);
    expect(looks.see({ ...BUSY, inFlight: 8 }, 10_000)).toBe(Place.LOOP);
    expect(looks.see({ ...QUIET, inFlight: 500 }, 10_000)).toBe(Place.LOOP);
  });

  test('becomes the thread when the loop is busy with many calls for 20 ms, not for less', () => {
    const looks = new Looks();
    expect(looks.see(BUSY, 20)).toBe(Place.LOOP);
    looks.see(QUIET, 10);
    expect(looks.see(BUSY, 20)).toBe(Place.LOOP);
    expect(looks.see(BUSY, 10)).toBe(Place.THREAD);
  });

  test('becomes the thread only after a load that lasts, where that cannot be taken back', () => {
    const looks = new Looks(500);
    for (let burst = 0; burst < 10; burst++) {
      expect(looks.see(BUSY, 400)).toBe(Place.LOOP);
      looks.see(QUIET, 10);
    }
    expect(looks.see(BUSY, 510)).toBe(Place.THREAD);
  });

  test('becomes the thread earlier where answers are long', () => {
    const half = { ...BUSY, load: 0.5 };
    expect(new Looks().see(half, 1000)).toBe(Place.LOOP);
    expect(new Looks().see({ ...half, answerBytes: 100_000 }, 1000)).toBe(Place.THREAD);
  });

  test('becomes the loop again when there are few calls, or the loop would be quiet with all of them', () => {
    for (const calm of [QUIET, { ...BUSY, inFlight: 5 }, { ...BUSY, load: 0.3 }]) {
      const looks = new Looks();
      looks.see(BUSY, 100);
      expect(looks.see(calm, 1000)).toBe(Place.LOOP);
    }
    const looks = new Looks();
    looks.see(BUSY, 100);
    // The loop is quiet only because the thread has the calls.
    expect(looks.see({ ...BUSY, load: 0.3, rate: 300 }, 10_000)).toBe(Place.THREAD);
  });

  test('changes at most once in five seconds when bursts and quiet take turns of a second', () => {
    const looks = new Looks();
    for (let second = 0; second < 10; second++) looks.see(second % 2 === 0 ? BUSY : QUIET, 1000);
    looks.switches = 0;
    for (let second = 0; second < 60; second++) looks.see(second % 2 === 0 ? BUSY : QUIET, 1000);
    expect(looks.switches).toBeLessThanOrEqual(12);
  });

  test('is left after half a second again once the load has changed for good', () => {
    const looks = new Looks();
    for (let second = 0; second < 20; second++) looks.see(second % 2 === 0 ? BUSY : QUIET, 1000);
    looks.see(QUIET, 60_000);
    expect(looks.see(BUSY, 100)).toBe(Place.THREAD);
    expect(looks.see(QUIET, 700)).toBe(Place.LOOP);
  });
});
