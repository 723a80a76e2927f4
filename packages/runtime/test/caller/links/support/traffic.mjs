// Frames whose bytes follow from their number and that of their link, so that either side finds one that is missing, doubled or changed.
const HEADER = 4;
const NUMBERS = 8;

/** A frame without the four bytes of its length. @param length bytes, 8 at least */
export function frameOf(link, number, length) {
  const frame = Buffer.alloc(length, (31 * number + link) & 255);
  frame.writeUInt32BE(link, 0);
  frame.writeUInt32BE(number, 4);
  return frame;
}

/** A frame with its length. */
export function packed(frame) {
  const length = Buffer.alloc(HEADER);
  length.writeUInt32BE(frame.length);
  return Buffer.concat([length, frame]);
}

/** Checks frames of one link in their order. */
export class Checker {
  #link;
  #next = 0;

  constructor(link) {
    this.#link = link;
  }

  get count() {
    return this.#next;
  }

  check(frame) {
    const number = this.#next++;
    const is = frame.length < NUMBERS ? 'none' : `${frame.readUInt32BE(4)} of link ${frame.readUInt32BE(0)}`;
    if (is !== `${number} of link ${this.#link}`)
      throw new Error(`frame ${number} of link ${this.#link} is ${is}`);
    if (!frame.equals(frameOf(this.#link, number, frame.length)))
      throw new Error(`frame ${number} of link ${this.#link} has other bytes`);
  }
}

/** Splits what has come into frames. Those without bytes are beats. */
export class Splitter {
  #rest = Buffer.alloc(0);
  beats = 0;

  split(bytes) {
    const frames = [];
    let rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (rest.length >= HEADER && rest.length >= HEADER + rest.readUInt32BE(0)) {
      const end = HEADER + rest.readUInt32BE(0);
      if (end === HEADER) this.beats++;
      else frames.push(rest.subarray(HEADER, end));
      rest = rest.subarray(end);
    }
    this.#rest = Buffer.from(rest);
    return frames;
  }

  get isWhole() {
    return this.#rest.length === 0;
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Mostly some bytes, now and then many. */
function lengthOf(random) {
  return NUMBERS + Math.floor(random() * (random() < 0.03 ? 300_000 : 3_000));
}

/**
 * A server's side of a link: when the first frame has come, it sends so many, and checks as many. Now and then it reads nothing for a while, so that
 * the kernel's memory fills up. @returns the beats that have come between
 */
export function serve(socket, frames, random) {
  const splitter = new Splitter();
  let checker;
  const send = async (link) => {
    for (let number = 0; number < frames; number++) {
      if (socket.destroyed) return;
      if (!socket.write(packed(frameOf(link, number, lengthOf(random)))))
        await new Promise((resolve) => {
          socket.once('drain', resolve);
          socket.once('close', resolve);
        });
      if (random() < 0.2) await turn();
    }
  };
  return new Promise((resolve, reject) => {
    socket.on('error', () => undefined);
    socket.once('close', () => reject(new Error(`a link closed after ${checker?.count ?? 0} frames`)));
    socket.on('data', (bytes) => {
      try {
        for (const frame of splitter.split(bytes)) {
          if (checker === undefined) {
            const link = frame.readUInt32BE(0);
            checker = new Checker(link);
            void send(link);
          }
          checker.check(frame);
        }
      } catch (error) {
        socket.destroy();
        reject(error);
      }
      if (checker?.count === frames && splitter.isWhole) resolve(splitter.beats);
      if (random() < 0.01) {
        socket.pause();
        setTimeout(() => socket.resume(), 10);
      }
    });
  });
}

/** Moves a link as soon as that can be. */
async function moved(links, link) {
  while (link.isOpen && !links.move(link)) await turn();
  return true;
}

/**
 * The client's side: opens a link, sends so many frames and checks as many. After about `moveAfter` of them the link moves, if it can.
 * @returns where it has begun and ended
 */
export async function talk(
  links,
  { settings, threaded, number, frames, random, moveAfter = Infinity, writer },
) {
  const checker = new Checker(number);
  let onAll;
  let onFailure;
  const all = new Promise((resolve, reject) => {
    onAll = resolve;
    onFailure = reject;
  });
  all.catch(() => undefined);
  let onEnd;
  const ended = new Promise((resolve) => (onEnd = resolve));
  const events = {
    onFrames(bytes, start, end) {
      try {
        checker.check(Buffer.from(bytes.subarray(start, end)));
      } catch (error) {
        onFailure(error);
      }
      if (checker.count === frames) onAll();
    },
    inFlight: () => 0,
    onEnd(end) {
      onFailure(new Error(`link ${number} has ended: ${JSON.stringify(end)}`));
      onEnd(end.kind);
    },
  };
  const link = await links.open({ settings, threaded, writer, events });
  const began = link.isThreaded;
  let hasMoved = false;
  for (let sent = 0; sent < frames; sent++) {
    if (!link.isOpen) break;
    link.writer.write(packed(frameOf(number, sent, lengthOf(random))));
    link.written();
    if (sent >= moveAfter) hasMoved ||= links.move(link);
    // Every other link waits until it can: the agent has what was sent, and the kernel has it.
    if (sent >= moveAfter && number % 2 === 0) hasMoved ||= await moved(links, link);
    while (link.waiting > 2_000_000 && link.isOpen) await turn();
    if (random() < 0.3) await turn();
  }
  if (moveAfter < frames) await moved(links, link);
  await all;
  return { link, began, close: () => (link.close(), ended) };
}
