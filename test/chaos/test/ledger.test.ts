import { describe, expect, test } from 'vitest';
import { Ledger, valueOf, type ChaosValue } from '../src/load/ledger.js';

/** A ledger of the key `k` whose value #2 is acknowledged. */
function ledgerOfTwo(rememberedMillis = 0): Ledger {
  const ledger = new Ledger(rememberedMillis);
  ledger.open('k');
  ledger.nextSerial('k');
  ledger.acknowledge('k', 1);
  ledger.nextSerial('k');
  ledger.acknowledge('k', 2);
  return ledger;
}

test('an event may tell of any value that was written, and of no other', () => {
  const ledger = ledgerOfTwo();
  for (const serial of [2, 1, 2]) ledger.expectTold('k', valueOf('k', serial));
  ledger.expectTold('of another ledger', valueOf('k', 1));
  expect(ledger.violations).toEqual([]);
  ledger.expectTold('k', valueOf('k', 3));
  ledger.expectTold('k', { key: 'k', serial: 1 });
  expect(ledger.violations).toEqual(Array(2).fill(expect.stringMatching(/tells what nobody wrote as k/)));
});

describe('at the end', () => {
  test('a map that holds just what was acknowledged is right', () => {
    const ledger = ledgerOfTwo();
    ledger.open('never written');
    ledger.checkAll([['k', valueOf('k', 2)]]);
    expect(ledger.violations).toEqual([]);
  });

  test.each([
    ['gone', []],
    ['overwritten by the one before', [['k', valueOf('k', 1)]]],
  ] as [string, [string, ChaosValue][]][])('an acknowledged write that is %s is lost', (_how, entries) => {
    const ledger = ledgerOfTwo();
    ledger.checkAll(entries);
    expect(ledger.violations).toEqual([expect.stringMatching(/acknowledged write of k is lost/)]);
  });

  test.each([
    ['another key’s', valueOf('other', 2)],
    ['of a serial that was never given', valueOf('k', 3)],
    ['cut short', (valueOf('k', 2) as string).slice(0, -1)],
    ['a document without its fields', { key: 'k', serial: 1 }],
    ['no value of the load at all', 'x'],
  ] as [string, ChaosValue][])('a value that is %s was written by nobody', (_what, value) => {
    const ledger = ledgerOfTwo();
    ledger.checkAll([['k', value]]);
    expect(ledger.violations).toEqual([expect.stringMatching(/holds what nobody wrote/)]);
  });

  test('so was a key nobody opened', () => {
    const ledger = ledgerOfTwo();
    ledger.checkAll([
      ['k', valueOf('k', 2)],
      ['z', valueOf('k', 2)],
    ]);
    expect(ledger.violations).toEqual([expect.stringMatching(/nobody wrote the key z/)]);
  });

  test('an acknowledged removal that came back is lost', () => {
    const ledger = ledgerOfTwo();
    ledger.acknowledge('k', null);
    ledger.checkAll([['k', valueOf('k', 2)]]);
    expect(ledger.violationCount).toBe(1);
  });
});

describe('a near cache', () => {
  test('may answer what the key held since the time given, and what a write under way leads to', () => {
    const ledger = ledgerOfTwo(60_000);
    const now = performance.now();
    ledger.begin('k', ledger.nextSerial('k'));
    for (const serial of [1, 2, 3]) ledger.expectLately('k', valueOf('k', serial), now - 10_000);
    ledger.expectLately('k', null, now - 10_000);
    ledger.expectLately('k', valueOf('k', 2), performance.now() + 1);
    expect(ledger.violations).toEqual([]);
    ledger.doubt('k', 3);
    ledger.expectLately('k', valueOf('k', 3), now);
    expect(ledger.violations).toEqual([]);
  });

  test.each([valueOf('k', 1), null])('is stale with what was overwritten before that', (value) => {
    const ledger = ledgerOfTwo(60_000);
    ledger.expectLately('k', value, performance.now() + 1);
    expect(ledger.violations).toEqual([expect.stringMatching(/near cache: k is .* not #2 any more/)]);
  });
});

describe('a write whose fate is unknown', () => {
  test.each([2, 3])('leaves either value, #%i', (serial) => {
    const ledger = ledgerOfTwo();
    ledger.doubt('k', ledger.nextSerial('k'));
    ledger.checkAll([['k', valueOf('k', serial)]]);
    expect(ledger.violations).toEqual([]);
  });

  test('excuses no third one, and retires its key', () => {
    const ledger = ledgerOfTwo();
    expect(ledger.isRetired('k')).toBe(false);
    ledger.doubt('k', ledger.nextSerial('k'));
    expect(ledger.isRetired('k')).toBe(true);
    ledger.checkAll([['k', valueOf('k', 1)]]);
    expect(ledger.violationCount).toBe(1);
  });

  test('may have been a removal', () => {
    const ledger = ledgerOfTwo();
    ledger.doubt('k', null);
    ledger.checkAll([]);
    expect(ledger.violations).toEqual([]);
  });
});

test('an answer is held against the state of its key at once', () => {
  const ledger = ledgerOfTwo();
  ledger.expectValue('k', valueOf('k', 2), 'get');
  expect(ledger.violations).toEqual([]);
  ledger.expectValue('k', valueOf('k', 1), 'get');
  expect(ledger.violations).toEqual([expect.stringMatching(/^get: .*is lost, or ran twice: #1, not #2/)]);
});

test('values of one key differ from each other, and a long list of violations is counted to its end', () => {
  expect(new Set(Array.from({ length: 100 }, (_, i) => JSON.stringify(valueOf('k', i)))).size).toBe(100);
  const ledger = ledgerOfTwo();
  for (let i = 0; i < 50; i++) ledger.expectValue('k', null, 'get');
  expect(ledger.violations.length).toBeLessThan(50);
  expect(ledger.violationCount).toBe(50);
});

test('values are texts and documents of many shapes', () => {
  const documents = Array.from({ length: 100 }, (_, i) => valueOf('k', i)).filter(
    (value) => typeof value === 'object',
  );
  expect(documents).toHaveLength(50);
  expect(new Set(documents.map((document) => Object.keys(document).join())).size).toBeGreaterThan(20);
});
