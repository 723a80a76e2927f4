/** When the calls of a load are due: by the clock, whatever becomes of the calls before. */
export interface Pace {
  readonly perSecond: number;
  /** Calls that are due at once; 1 spreads them evenly. */
  readonly together: number;
}

/** Milliseconds from the start of the load until its `call`th call, counted from 0. */
export function arrival({ perSecond, together }: Pace, call: number): number {
  return (Math.floor(call / together) * together * 1000) / perSecond;
}

/** What a timer was asked for, and when it ran, in ms of one clock. */
export interface Tick {
  readonly armedAt: number;
  readonly askedFor: number;
  readonly ranAt: number;
}

/**
 * The time from which a call's latency counts. Timers have steps of a millisecond, so what arrives within the step that was asked
 * for is due at its end, as if it had come then. All else is due when it arrives: where the loop stood still, each call of that
 * time is charged with its own share of it.
 */
export function dueAt(arrivedAt: number, { armedAt, askedFor, ranAt }: Tick): number {
  const stepped = arrivedAt <= armedAt ? arrivedAt : Math.max(arrivedAt, askedFor);
  // Timers count from when their turn of the loop began, so one may run a little before its time.
  return Math.min(stepped, ranAt);
}
