/** The timers by which a time-sliced computation can pause between two slices. */
export const Slicer = {
  SET_IMMEDIATE: 'setImmediate',
  NEXT_TICK: 'nextTick',
  SET_TIMEOUT: 'setTimeout',
} as const;
export type Slicer = (typeof Slicer)[keyof typeof Slicer];

export const SLICERS: readonly Slicer[] = Object.values(Slicer);

/** A function that calls `resume` when the next slice may run. */
export type Pause = (resume: () => void) => void;

export const PAUSES: Readonly<Record<Slicer, Pause>> = {
  setImmediate: (resume) => void setImmediate(resume),
  // It runs before the loop goes on: the work is sliced, and yet no other request gets a turn.
  nextTick: (resume) => process.nextTick(resume),
  setTimeout: (resume) => void setTimeout(resume, 0),
};
