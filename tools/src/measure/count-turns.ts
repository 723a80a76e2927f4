/** A count of the event loop's turns, from the first that begins after `countTurns`. */
export interface TurnCount {
  readonly turns: number;
  /** Ends the count. @returns the number of turns, which no longer changes */
  stop(): number;
}

/** Counts turns of the event loop until it is stopped. */
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
