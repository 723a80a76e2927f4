import { CancellationError, HazelcastSqlException } from 'offloop';
import { describe, expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { callsOf, expectInOrder } from './many-calls.js';
import { sharedMember } from '../cluster/support/shared-member.js';

const member = sharedMember();

const series = (last: number): string => `SELECT v FROM TABLE(generate_series(1, ${last}))`;
const STREAM = 'SELECT v FROM TABLE(generate_stream(100000))';

describe.each([0, 1, 2])('with workers: %i,', (workers) => {
  test.each([
    { calls: 9, rows: 20, cursorBufferSize: 7, prefetch: true },
    { calls: 9, rows: 20, cursorBufferSize: 7, prefetch: false },
    { calls: 2, rows: 1000, cursorBufferSize: 1, prefetch: false },
    { calls: 5000, rows: 4096, cursorBufferSize: 4096, prefetch: true },
    { calls: 5000, rows: 4999, cursorBufferSize: 100, prefetch: true },
  ])(
    '$calls calls at once of $rows rows in pages of $cursorBufferSize (prefetch: $prefetch)',
    async ({ calls, rows, ...options }) => {
      const { client } = await connect(member.address, { runtime: { workers } });
      const result = await client.getSql().execute(series(rows), [], options);
      let got = 0;
      for (;;) {
        const outcomes = await Promise.all(callsOf(result, calls));
        got += expectInOrder(outcomes, got + 1);
        if (outcomes.includes('done')) break;
      }
      expect(got).toBe(rows);
    },
  );

  test('two that read one endless stream get its rows in their order, until it is closed', async () => {
    const { client } = await connect(member.address, { runtime: { workers } });
    const result = await client.getSql().execute(STREAM, [], { cursorBufferSize: 5 });
    const outcomes = await Promise.all(callsOf(result, 200));
    // A stream begins with 0.
    expect(expectInOrder(outcomes, 0)).toBe(200);
    const waiting = callsOf(result, 5000);
    await result.close();
    expectInOrder(await Promise.all(waiting), 200);
  });

  test('an error of the member in the middle, and a signal, end every call', async () => {
    const { client } = await connect(member.address, { runtime: { workers } });
    const broken = 'SELECT v, 1 / (50 - v) q FROM TABLE(generate_series(1, 100))';
    const outcomes = await Promise.all(
      callsOf(await client.getSql().execute(broken, [], { cursorBufferSize: 7 }), 500),
    );
    // The member computes rows side by side, so they come in any order.
    const rows = outcomes.findIndex((outcome) => typeof outcome !== 'number');
    expect(new Set(outcomes.slice(0, rows)).size).toBe(rows);
    for (const outcome of outcomes.slice(rows)) expect(outcome).toBeInstanceOf(HazelcastSqlException);
    const controller = new AbortController();
    const options = { cursorBufferSize: 5, signal: controller.signal };
    const waiting = callsOf(await client.getSql().execute(STREAM, [], options), 5000);
    await waiting[100];
    controller.abort();
    const ended = await Promise.all(waiting);
    expect(expectInOrder(ended, 0)).toBeGreaterThan(100);
    expect(ended.at(-1)).toBeInstanceOf(CancellationError);
  });
});
