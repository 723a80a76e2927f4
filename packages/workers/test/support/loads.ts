import type { TapeLoad } from '../../src/completions/tape/tape-share.js';

/** A worker that is never short of time. */
export const IDLE: TapeLoad = {
  waiting: () => 1,
  wakeupsSent: () => 0,
  wakeupsSuppressed: () => 0,
  times: () => ({ active: 0, idle: 0 }),
};
