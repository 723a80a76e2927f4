import { Caller, callerDefaults, commonProtocol } from '@offloop/runtime';

const entry = new URL('upper-case-agent.mjs', import.meta.url);
const caller = new Caller({ ...callerDefaults(true), entry, settings: () => ({}) }, commonProtocol);
caller.start();

const UPPER_CASE = { flags: 0 };

function upperCase(text, limits) {
  const request = {
    bound: Buffer.byteLength(text),
    target: 0,
    write: (to, at) => at + to.bytes.write(text, at),
  };
  return caller.call(0, UPPER_CASE, request, limits);
}

console.log(await upperCase('off the loop'));
console.log(await Promise.all(['grün', '', 'x'.repeat(3)].map((text) => upperCase(text, { timeout: 5000 }))));
await caller.stop(1000);
