import type { CallHeader } from '@offloop/runtime/thread';

/** The header of a call without a message. */
export function headerOf(slot: number, generation: number, flags = 0, target = 0): CallHeader {
  return { slot, generation, flags, timeoutMillis: 0, target, length: 0 };
}
