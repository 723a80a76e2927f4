import { expect, test } from 'vitest';

import { Caller, callerDefaults, commonProtocol, PartsRequest } from '../../src/caller/index.js';

test('a thread is started from the text of its module', async () => {
  const agent = new URL('../example/upper-case-agent.mjs', import.meta.url).href;
  // CommonJS, which may import like any other.
  const source = `require('node:assert'); import(${JSON.stringify(agent)});`;
  const caller = new Caller(
    { ...callerDefaults(true), entry: { source }, settings: () => ({}) },
    commonProtocol,
  );
  caller.start();
  try {
    const request = new PartsRequest(['off the loop']);
    expect(await caller.call(0, { flags: 0 }, request, {})).toBe('OFF THE LOOP');
  } finally {
    await caller.stop(1000);
  }
});
