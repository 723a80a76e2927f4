import { Caller, callerDefaults, commonProtocol, PartsRequest } from '@offloop/runtime';

const entry = new URL('upper-case-agent.mjs', import.meta.url);
const caller = new Caller({ ...callerDefaults(true), entry, settings: () => ({}) }, commonProtocol);
caller.start();

const UPPER_CASE = { flags: 0 };

function upperCase(text, limits) {
  return caller.call(0, UPPER_CASE, new PartsRequest([text]), limits);
}

console.log(await upperCase('off the loop'));
console.log(await Promise.all(['grün', '', 'x'.repeat(3)].map((text) => upperCase(text, { timeout: 5000 }))));
await caller.stop(1000);
