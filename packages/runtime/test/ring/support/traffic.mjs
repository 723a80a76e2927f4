// What the two threads of the random traffic agree on: which records there are, what is in them, and how to sleep.

/** Mostly as short as everyday records, sometimes anything up to the longest. */
export function lengthOf(random, longest) {
  const sort = random(20);
  if (sort === 0) return random((random(4) === 0 ? longest : Math.min(longest, 4000)) + 1);
  return sort < 4 ? random(Math.min(longest, 400) + 1) : random(64);
}

const CANARY = 0x5afe_cafe | 0;
/** Shorter records have no room for serial, checksum and canary: their bytes just count on from the serial. */
const SHORTEST_CHECKED = 12;

/** Layout: serial, checksum of all the other words but the last, words, canary; then up to three bytes of 0xa5. */
export function writeRecord({ words, bytes }, offset, length, serial) {
  if (length < SHORTEST_CHECKED) {
    for (let i = 0; i < length; i++) bytes[offset + i] = serial + i;
    return;
  }
  const first = offset >> 2;
  const last = first + (length >> 2) - 1;
  words[first] = serial;
  for (let i = first + 2; i < last; i++) words[i] = Math.imul(serial + i, 0x9e3779b1);
  words[first + 1] = checksumOf(words, first, last, serial);
  words[last] = CANARY;
  for (let i = (last + 1) << 2; i < offset + length; i++) bytes[i] = 0xa5;
}

/** @returns what is wrong with the record, or undefined. */
export function flawOf({ words, bytes }, offset, length, serial) {
  if (length < SHORTEST_CHECKED) {
    for (let i = 0; i < length; i++) {
      if (bytes[offset + i] !== ((serial + i) & 0xff))
        return `byte ${i} of ${length} is ${bytes[offset + i]}`;
    }
    return undefined;
  }
  const first = offset >> 2;
  const last = first + (length >> 2) - 1;
  if (words[first] !== serial) return `it is number ${words[first]}`;
  if (words[last] !== CANARY) return `its canary is ${words[last]}`;
  if (words[first + 1] !== checksumOf(words, first, last, serial)) return 'its checksum is wrong';
  for (let i = (last + 1) << 2; i < offset + length; i++) {
    if (bytes[i] !== 0xa5) return `its byte ${i - offset} of ${length} is ${bytes[i]}`;
  }
  return undefined;
}

function checksumOf(words, first, last, serial) {
  let sum = serial;
  for (let i = first + 2; i < last; i++) sum = (Math.imul(sum, 31) + words[i]) | 0;
  return sum;
}

/** A bell that blocks the thread: a word that the ringer sets and the sleeper takes down. Sleeps for ever if need be. */
export function futexBell(words, mine, theirs) {
  return {
    ring() {
      Atomics.store(words, theirs, 1);
      Atomics.notify(words, theirs);
    },
    async sleep() {
      while (Atomics.exchange(words, mine, 0) === 0) Atomics.wait(words, mine, 0);
    },
    close() {},
  };
}

/** The bell of the real thing: a message to the other thread's loop. Sleeps for ever if need be. */
export function messageBell(port) {
  let rung = false;
  let wake;
  port.on('message', () => {
    rung = true;
    wake?.();
  });
  return {
    ring: () => port.postMessage(0),
    async sleep() {
      if (!rung) await new Promise((resolve) => (wake = resolve));
      rung = false;
    },
    close: () => port.close(),
  };
}
