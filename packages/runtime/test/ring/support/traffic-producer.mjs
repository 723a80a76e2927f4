import { parentPort, workerData } from 'node:worker_threads';

import { INSUFFICIENT_CAPACITY, OneToOneRing, starve, takeParked } from '@offloop/runtime/ring';
import { createRandom } from '@offloop/tools/random';

import { futexBell, lengthOf, messageBell, writeRecord } from './traffic.mjs';

const { buffer, count, seed, longestBatch, lockstep, progress, bells, port } = workerData;
const ring = OneToOneRing.attach(buffer);
const producer = ring.producer();
const longest = ring.maxPayloadLength;
const bell = port === undefined ? futexBell(bells, 0, 32) : messageBell(port);
// One for what the consumer must be able to foretell, one for what is this side's affair.
const { below: plan } = createRandom(seed);
const { below: whim } = createRandom(~seed);
const tally = { records: 0, aborts: 0, shrunk: 0, sleeps: 0, bells: 0 };

function publish() {
  producer.publish();
  if (takeParked(producer)) {
    tally.bells++;
    bell.ring();
  }
}

/** Sleeps as often as it takes. */
async function claim(type, length) {
  for (;;) {
    const offset = producer.tryClaim(type, length);
    if (offset !== INSUFFICIENT_CAPACITY) return offset;
    publish();
    if (starve(producer, length)) {
      tally.sleeps++;
      await bell.sleep();
    }
  }
}

/** Until the consumer has everything, and then a moment: somewhere in it the consumer goes to sleep. */
function waitForConsumer(serial) {
  while (Atomics.load(progress, 16) !== serial);
  for (let i = whim(400); i > 0; i--) Atomics.load(progress, 16);
}

let batch = 1 + whim(longestBatch);
for (let serial = 0; serial < count; serial++) {
  const type = 1 + plan(1000);
  const length = lengthOf(plan, longest);
  const mood = whim(16);
  if (mood === 0) {
    const wasted = lengthOf(whim, longest);
    const offset = await claim(999_999, wasted);
    ring.bytes.fill(0xdb, offset, offset + wasted);
    producer.abort();
    tally.aborts++;
  }
  const claimed = mood === 1 ? length + whim(longest - length + 1) : length;
  // Not through `claim` when there is room: an await a record would be most of the run.
  let offset = producer.tryClaim(type, claimed);
  if (offset === INSUFFICIENT_CAPACITY) offset = await claim(type, claimed);
  if (claimed !== length) {
    ring.bytes.fill(0xdb, offset, offset + claimed);
    tally.shrunk++;
  }
  writeRecord(ring, offset, length, serial);
  producer.commit(length);
  tally.records++;
  progress[0] = serial;
  if (--batch === 0) {
    publish();
    if (lockstep) waitForConsumer(serial);
    batch = 1 + whim(longestBatch);
  }
}
publish();
bell.close();
parentPort.postMessage(tally, []);
