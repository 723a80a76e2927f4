import { workerData } from 'node:worker_threads';

import { OneToOneRing, park, starve, takeParked } from '@offloop/runtime/ring';

// One side of a forced interleaving: runs the shipped functions, but each of their atomic operations on the ring waits
// at a gate until the test lets it through. The gate's words are listed in `gated-thread.ts`.
const GRANTED = 0;
const REPORTED = 1;
const STATUS = 2;
const OPERATION = 3;
const WORD = 4;
const ANSWER = 5;
const COMMAND = 6;
const AT_GATE = 1;
const ENDED = 2;
const OPERATIONS = ['load', 'store', 'exchange'];

const gate = new Int32Array(workerData.gate);
const ungated = { ...pick(Atomics, [...OPERATIONS, 'wait', 'notify', 'add']) };
let closed = false;
let grants = 0;

OPERATIONS.forEach((name, number) => {
  Atomics[name] = (words, index, value) => {
    if (closed && words.buffer === workerData.ring) {
      ungated.store(gate, OPERATION, number);
      ungated.store(gate, WORD, index);
      report(AT_GATE);
      waitForGrant();
    }
    return ungated[name](words, index, value);
  };
});

function report(status) {
  ungated.store(gate, STATUS, status);
  ungated.add(gate, REPORTED, 1);
  ungated.notify(gate, REPORTED);
}

function waitForGrant() {
  ungated.wait(gate, GRANTED, grants++);
}

function pick(from, names) {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

const noop = { onRecord() {} };

/** Each makes its end of the ring, does what comes before the race, and returns the race. */
const races = [
  function publishThenLook(ring) {
    const producer = ring.producer();
    producer.tryClaim(1, 8);
    producer.commit();
    return () => {
      producer.publish();
      return takeParked(producer);
    };
  },
  function parkThenLook(ring) {
    const consumer = ring.consumer();
    return () => park(consumer);
  },
  function lookThenPark(ring) {
    const consumer = ring.consumer();
    return () => {
      if (!consumer.isEmpty()) return false;
      consumer.declareParked();
      return true;
    };
  },
  function starveThenLook(ring) {
    const producer = ring.producer();
    return () => starve(producer, 0);
  },
  function lookThenStarve(ring) {
    const producer = ring.producer();
    return () => {
      if (producer.hasRoomFor(0)) return false;
      producer.declareStarved();
      return true;
    };
  },
  function drainThenLook(ring) {
    const consumer = ring.consumer();
    return () => {
      consumer.drain(noop);
      return consumer.takeStarved();
    };
  },
];

for (;;) {
  waitForGrant();
  const start = races.find((race) => race.name === workerData.races[ungated.load(gate, COMMAND)]);
  const race = start(OneToOneRing.attach(workerData.ring));
  closed = true;
  const answer = race();
  closed = false;
  ungated.store(gate, ANSWER, answer ? 1 : 0);
  report(ENDED);
}
