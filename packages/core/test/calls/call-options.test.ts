import { expect, test } from 'vitest';

import { checkCallOptions, describeArgument, givenOptions } from '../../src/calls/call-options.js';

test.each([
  [{ timeOut: 5 }, 'timeOut is no option of a call: there are timeout and signal'],
  [{ timeout: 5, retries: undefined }, 'retries is no option of a call: there are timeout and signal'],
  [
    { 'a secret of somebody': 1 },
    'what is called by a string of 20 characters is no option of a call: there are timeout and signal',
  ],
])('an option of a call that there is not is refused by its name: %o', (options, message) => {
  expect(() => checkCallOptions(options)).toThrow(message);
});

test('those there are may be left out', () => {
  for (const options of [{}, { timeout: undefined }, { timeout: 1, signal: new AbortController().signal }])
    expect(() => checkCallOptions(options)).not.toThrow();
});

test('options in the place of a number are named, with their own place', () => {
  const named =
    'options of a call, which are its fifth argument: undefined takes the place of those that are left out';
  for (const options of [{ timeout: 5 }, { timeOut: 5 }, { time_out: 5 }, { signal: undefined }])
    expect(describeArgument(options, 'fifth')).toBe(named);
  expect(describeArgument({ timeout: 5 })).toContain('its last argument');
});

test('anything else in the place of a number is described as ever', () => {
  expect(describeArgument(-1.5)).toBe('-1.5');
  expect(describeArgument(null)).toBe('null');
  expect(describeArgument({ ttl: 5 })).toBe('an object with 1 property');
  const trap = new Proxy({}, { ownKeys: () => expect.unreachable() });
  expect(describeArgument(trap)).toBe('a proxy');
});

test('only what looks like options is taken for them', () => {
  expect(givenOptions({ timeout: 5 })).toEqual({ timeout: 5 });
  for (const surplus of [undefined, null, 1, 'timeout', ['timeout'], {}, { temperatureOutside: 5 }, () => 1])
    expect(givenOptions(surplus)).toBeUndefined();
});
