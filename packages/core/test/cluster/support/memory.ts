import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes this thread still holds after the collector has run: its heap, and what lies outside it. */
export async function heldBytes(): Promise<number> {
  for (let i = 0; i < 4; i++) {
    collect();
    // Buffers are let go by finalizers, a turn after their owner was collected.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}
