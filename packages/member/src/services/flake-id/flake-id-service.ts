import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { Handlers } from '../../calls/handlers.js';
import { MAX_TIMER_MS } from '../../calls/waiting-calls.js';
import type { Structure } from '../shared/structure.js';

/** 2018-01-01T00:00Z: ids count from there. */
const EPOCH_MS = 1_514_764_800_000;
const NODE_ID_BITS = 16n;
/** Number of ids per millisecond: the sequence number has 6 bits. */
const IDS_PER_MS = 64n;
/** Time in ms that ids may be ahead of the clock. */
const MAX_AHEAD_MS = 15_000n;

/** Generates ids as members do: milliseconds since 2018, a sequence number, and the member's number, which is 0 here. */
export class FlakeIdService implements Structure {
  readonly serviceName = 'hz:impl:flakeIdGeneratorService';
  /** The next id of each generator, without the bits of the member's number, so that consecutive ids differ by 1. */
  readonly #next = new Map<string, bigint>();

  register(handlers: Handlers): void {
    handlers.on(messages.flakeIdGenerator.newIdBatch, (call) => this.#newIdBatch(call));
  }

  destroy(name: string): void {
    this.#next.delete(name);
  }

  close(): void {
    this.#next.clear();
  }

  #newIdBatch(call: Call): void {
    const { name, batchSize } = call.decode(messages.flakeIdGenerator.newIdBatch);
    const now = BigInt(Date.now() - EPOCH_MS);
    const earliest = now * IDS_PER_MS;
    const known = this.#next.get(name) ?? 0n;
    const first = known > earliest ? known : earliest;
    const end = first + BigInt(batchSize);
    const ahead = end / IDS_PER_MS - now - MAX_AHEAD_MS;
    if (ahead > 0n) {
      // Answers, as members do, once the ids are no longer too far ahead of the clock.
      call.wait(
        () => () => undefined,
        Math.min(Number(ahead), MAX_TIMER_MS),
        (late) => this.#give(late, name, first, end),
      );
      this.#next.set(name, end);
      return;
    }
    this.#give(call, name, first, end);
  }

  #give(call: Call, name: string, first: bigint, end: bigint): void {
    if ((this.#next.get(name) ?? 0n) < end) this.#next.set(name, end);
    call.respond(messages.flakeIdGenerator.newIdBatch, {
      base: first << NODE_ID_BITS,
      increment: 1n << NODE_ID_BITS,
      batchSize: Number(end - first),
    });
  }
}
