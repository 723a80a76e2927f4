import { setImmediate as turn } from 'node:timers/promises';

const USUAL_SECONDS = 5;
const TURN_MILLIS = 100;
const NOTE_BYTES = 1024;

/** What the thread of the tests tells the watcher of its event loop: in shared memory, since a thread that stands sends nothing. */
export interface LoopBoard {
  /** Goes up when the loop turns. */
  readonly beats: Int32Array;
  /** Seconds that the loop may stand. */
  readonly limit: Int32Array;
  /** The test that runs, in UTF-8, up to the first zero. */
  readonly note: Uint8Array;
  isWatched: boolean;
}

/** What may stop the loop, and why. */
export interface Standing {
  /** How long it may stand, instead of 5. */
  readonly seconds: number;
  /** For the reader. */
  readonly because: string;
}

function newBoard(): LoopBoard {
  const words = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  const [beats, limit] = [0, 1].map((i) => new Int32Array(words, i * Int32Array.BYTES_PER_ELEMENT, 1));
  const note = new Uint8Array(new SharedArrayBuffer(NOTE_BYTES));
  return { beats, limit: limit.fill(USUAL_SECONDS), note, isWatched: false };
}

// One for the process, which may run several files, each with its own copy of this module.
const PLACE = Symbol.for('offloop.loop-board');
const globals = globalThis as typeof globalThis & { [PLACE]?: LoopBoard };
export const loopBoard: LoopBoard = (globals[PLACE] ??= newBoard());

export function beat(): void {
  Atomics.add(loopBoard.beats, 0, 1);
}

export function noteTest(name: string): void {
  const bytes = Buffer.from(loopBoard.note.buffer);
  bytes[bytes.write(name, 0, NOTE_BYTES - 1)] = 0;
}

/** Runs `block`, which stops the event loop on purpose. @returns what `block` returns */
export function loopMayStand<T>({ seconds }: Standing, block: () => T): T {
  const usual = Atomics.exchange(loopBoard.limit, 0, seconds);
  beat();
  try {
    return block();
  } finally {
    Atomics.store(loopBoard.limit, 0, usual);
    beat();
  }
}

let turnedAt = performance.now();

/** Lets the event loop turn if it has not been let for a while. A test that computes for long awaits this again and again. */
export async function letLoopTurn(): Promise<void> {
  if (performance.now() - turnedAt < TURN_MILLIS) return;
  await turn();
  turnedAt = performance.now();
}
