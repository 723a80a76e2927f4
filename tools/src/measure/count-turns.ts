/** Turns of the event loop, counted from the first that begins after `countTurns`. */
export interface TurnCount {
  readonly turns: number;
  /** @returns the number of turns, which stays. */
  stop(): number;
}

/** Counts turns of the event loop until told to stop. */
export function countTurns(): TurnCount {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  return {
    get turns() {
      return turns;
    },
    stop: () => {
      clearImmediate(next);
      return turns;
    },
  };
}
