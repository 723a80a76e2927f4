import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import { MAX_TIMER_MS } from '../../calls/waiting-calls.js';
import type { Structure, StructureContext } from '../shared/structure.js';

/** 2018-01-01T00:00Z: ids count from there. */
const EPOCH_MS = 1_514_764_800_000;
const NODE_ID_BITS = 16n;
/** Number of ids per millisecond: the sequence number has 6 bits. */
const IDS_PER_MS = 64n;
/** Time in ms that ids may be ahead of the clock. */
const MAX_AHEAD_MS = 15_000n;

/** Generators of ids as members make them: milliseconds since 2018, a sequence number, and the member's number, which is 0 here. */
export function flakeIds({ handlers }: StructureContext): Structure {
  const m = messages.flakeIdGenerator;
  /** The next id of each generator, without the bits of the member's number, so that consecutive ids differ by 1. */
  const next = new Map<string, bigint>();
  const give = (call: Call, name: string, first: bigint, end: bigint): void => {
    if ((next.get(name) ?? 0n) < end) next.set(name, end);
    call.respond(m.newIdBatch, {
      base: first << NODE_ID_BITS,
      increment: 1n << NODE_ID_BITS,
      batchSize: Number(end - first),
    });
  };
  handlers.on(m.newIdBatch, (call) => {
    const { name, batchSize } = call.decode(m.newIdBatch);
    const now = BigInt(Date.now() - EPOCH_MS);
    const earliest = now * IDS_PER_MS;
    const known = next.get(name) ?? 0n;
    const first = known > earliest ? known : earliest;
    const end = first + BigInt(batchSize);
    const ahead = end / IDS_PER_MS - now - MAX_AHEAD_MS;
    if (ahead > 0n) {
      // Answers, as members do, once the ids are no longer too far ahead of the clock.
      call.wait(
        () => () => undefined,
        Math.min(Number(ahead), MAX_TIMER_MS),
        (late) => give(late, name, first, end),
      );
      next.set(name, end);
      return;
    }
    give(call, name, first, end);
  });
  return {
    serviceName: 'hz:impl:flakeIdGeneratorService',
    destroy: (name) => next.delete(name),
    close: () => next.clear(),
  };
}
