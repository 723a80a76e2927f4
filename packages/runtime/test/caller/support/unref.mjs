// Starts an agent that never ends by itself, and leaves it to the process to end. Prints what became of a call before.
import { Caller, callerDefaults, commonProtocol, PartsRequest } from '@offloop/runtime';

const entry = new URL('scripted-entry.mjs', import.meta.url);
const settings = () => ({ setting: 0, gate: new Int32Array(2), refuses: false });
const caller = new Caller({ ...callerDefaults(true), entry, settings }, commonProtocol);
caller.start();
console.log(await caller.call(0, { flags: 0 }, new PartsRequest(['{"echo":"x"}'])));
caller.unref();
