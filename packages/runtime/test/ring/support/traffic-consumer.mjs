import { parentPort, workerData } from 'node:worker_threads';

import { OneToOneRing, park } from '@offloop/runtime/ring';
import { createRandom } from '@offloop/tools/random';

import { flawOf, futexBell, lengthOf, messageBell } from './traffic.mjs';

const { buffer, count, seed, progress, bells, port } = workerData;
const ring = OneToOneRing.attach(buffer);
const consumer = ring.consumer();
const longest = ring.maxPayloadLength;
const bell = port === undefined ? futexBell(bells, 32, 0) : messageBell(port);
const { below: plan } = createRandom(seed);
const { below: whim } = createRandom(seed ^ 0x55555555);
const tally = { records: 0, throws: 0, sleeps: 0, bells: 0 };
const thrown = new Error('a handler that throws');

const handler = {
  onRecord(type, offset, length) {
    const serial = tally.records++;
    const expectedType = 1 + plan(1000);
    const expectedLength = lengthOf(plan, longest);
    const flaw =
      type !== expectedType || length !== expectedLength
        ? `type ${type}, length ${length}, not ${expectedType}, ${expectedLength}`
        : flawOf(ring, offset, length, serial);
    if (flaw !== undefined) throw new Error(`record ${serial} at offset ${offset}: ${flaw}`);
    Atomics.store(progress, 16, serial);
    if (whim(500) === 0) throw thrown;
  },
};

/** @returns whether there was anything to do. */
function drain() {
  try {
    return consumer.drain(handler, whim(8) === 0 ? 1 + whim(10) : undefined) > 0;
  } catch (error) {
    if (error !== thrown) throw error;
    tally.throws++;
    return true;
  }
}

while (tally.records < count) {
  if (drain()) {
    if (consumer.takeStarved()) {
      tally.bells++;
      bell.ring();
    }
  } else if (park(consumer)) {
    tally.sleeps++;
    await bell.sleep();
    // A bell from earlier may have woken it: taking the flag back is allowed, leaving it up too.
    if (whim(2) === 0) consumer.clearParked();
  }
}
tally.leftOver = consumer.pending;
bell.close();
parentPort.postMessage(tally, []);
