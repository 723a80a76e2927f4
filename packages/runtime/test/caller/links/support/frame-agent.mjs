// An agent of links whose messages are frames: four bytes of length, then so many. One of no bytes keeps the link alive.
import { connect } from 'node:net';
import { LinkAgent } from '@offloop/runtime/thread';

const HEADER = 4;
const BEAT = Buffer.alloc(HEADER);

class Frames {
  #link;

  constructor(link) {
    this.#link = link;
  }

  take(bytes, start, end) {
    if (end - start < HEADER) return -1;
    const next = start + HEADER + bytes.readUInt32BE(start);
    if (next > end) return -1;
    if (next > start + HEADER) this.#link.frames(bytes, start + HEADER, next);
    return next;
  }

  stateToGoOn() {
    return {};
  }
}

export class FrameAgent extends LinkAgent {
  open({ to, intervalMillis }, link) {
    link.connect(
      (onread) => {
        const made = connect({ ...to, onread });
        made.setNoDelay(true);
        made.once('connect', () =>
          link.opened(null, intervalMillis > 0 ? { bytes: BEAT, intervalMillis } : undefined),
        );
        return made;
      },
      new Frames(link),
      10_000,
      () => new Error('the server is late'),
    );
  }

  goOn(_state, link) {
    link.goOn(new Frames(link));
  }
}
