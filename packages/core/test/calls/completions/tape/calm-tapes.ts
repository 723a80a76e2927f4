import { JsonTapes } from '../../../../../workers/src/completions/tape/json-tapes.js';

type Parts = ConstructorParameters<typeof JsonTapes>;

const CALM: Parts[3] = {
  waiting: () => 1,
  wakeupsSent: () => 0,
  wakeupsSuppressed: () => 0,
  times: () => ({ active: 0, idle: 0 }),
};

/** Tapes of a worker with so little to do that it writes all that can be written. */
export function calmTapes(
  announce: Parts[1] = () => undefined,
  onTape: Parts[2] = () => undefined,
): JsonTapes {
  return new JsonTapes(1, announce, onTape, CALM);
}
