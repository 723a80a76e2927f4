/** What a time-sliced computation waits for between two slices. */
export const Slicer = {
  SET_IMMEDIATE: 'setImmediate',
  NEXT_TICK: 'nextTick',
  SET_TIMEOUT: 'setTimeout',
} as const;
export type Slicer = (typeof Slicer)[keyof typeof Slicer];

export const SLICERS: readonly Slicer[] = Object.values(Slicer);

/** Calls back when the next slice may run. */
export type Pause = (resume: () => void) => void;

export const PAUSES: Readonly<Record<Slicer, Pause>> = {
  setImmediate: (resume) => void setImmediate(resume),
  // Runs before the loop goes on: sliced, and yet nobody else gets a turn.
  nextTick: (resume) => process.nextTick(resume),
  setTimeout: (resume) => void setTimeout(resume, 0),
};
