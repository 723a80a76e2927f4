/**
 * One side of a race, stopped before its next atomic step. Steps have names, so that an order can be read and two
 * implementations of a side can be compared.
 */
export interface Side<R> {
  /** The step that `step` would do now; undefined when the side has come to its end. */
  readonly next: string | undefined;
  /** False while it sleeps: then `step` would do nothing. */
  readonly canStep: boolean;
  step(): void;
  /** What the side made of it; only read at its end. */
  readonly result: R;
}

export interface Race<L, R> {
  readonly left: Side<L>;
  readonly right: Side<R>;
}

export interface Finished<L, R> {
  /** Names of the steps in the order they were done, each marked with its side. */
  readonly order: readonly string[];
  /** Undefined for a side that sleeps for ever: neither could step any more, and this one had not ended. */
  readonly left: L | undefined;
  readonly right: R | undefined;
}

/** Which side goes first where both could: the only thing that differs between two runs of a race. */
type Choice = 'left' | 'right';

/**
 * Runs the race once for each order its atomic steps can take, until there is no order left; nothing is sampled. A race
 * is made anew for each, and must depend on nothing but the order.
 */
export function everyOrder<L, R>(start: () => Race<L, R>): Finished<L, R>[] {
  const finished: Finished<L, R>[] = [];
  let prescribed: Choice[] | undefined = [];
  while (prescribed !== undefined) {
    const choices: Choice[] = [];
    finished.push(run(start(), prescribed, choices));
    // The last place where left went first and right could have: the depth-first search turns there.
    const turn: number = choices.lastIndexOf('left');
    prescribed = turn === -1 ? undefined : [...choices.slice(0, turn), 'right'];
  }
  return finished;
}

function run<L, R>(
  { left, right }: Race<L, R>,
  prescribed: readonly Choice[],
  choices: Choice[],
): Finished<L, R> {
  const order: string[] = [];
  for (;;) {
    const canLeft = left.next !== undefined && left.canStep;
    const canRight = right.next !== undefined && right.canStep;
    if (!canLeft && !canRight) break;
    let goesLeft = canLeft;
    if (canLeft && canRight) {
      const choice = prescribed[choices.length] ?? 'left';
      choices.push(choice);
      goesLeft = choice === 'left';
    }
    const side = goesLeft ? left : right;
    order.push(`${goesLeft ? 'L' : 'R'} ${side.next}`);
    side.step();
  }
  return {
    order,
    left: left.next === undefined ? left.result : undefined,
    right: right.next === undefined ? right.result : undefined,
  };
}

/**
 * A side written as a generator: it yields the name of a step and then does it. Yielding a function too means sleeping
 * until that returns true.
 */
export type Steps<R> = Generator<string | Sleep, R, void>;
export interface Sleep {
  readonly name: string;
  readonly until: () => boolean;
}

export function sideOf<R>(steps: Steps<R>): Side<R> {
  let at = steps.next();
  return {
    get next() {
      if (at.done === true) return undefined;
      return typeof at.value === 'string' ? at.value : at.value.name;
    },
    get canStep() {
      return at.done !== true && (typeof at.value === 'string' || at.value.until());
    },
    step() {
      at = steps.next();
    },
    get result() {
      if (at.done !== true) throw new Error('this side has not ended');
      return at.value;
    },
  };
}
