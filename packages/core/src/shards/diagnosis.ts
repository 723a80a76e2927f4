import type { FloorDiagnosis } from '@offloop/runtime';
import { clearTimeout, setImmediate, setTimeout } from '@offloop/runtime/clock';
import type { AgentDiagnosis, FromWorker, ToWorker } from '@offloop/contract';

/** Milliseconds that the worker has for its answer. */
const PATIENCE_MILLIS = 1_000;

/** State of one shard at one moment. */
export interface ShardDiagnosis extends FloorDiagnosis {
  /**
   * The worker's report on its connections and calls. Null when it has not answered within a second: its thread is dead, stuck or
   * overloaded (`thread` says since when), or the rings between are full. Null also for a client that is shut down.
   */
  readonly worker: AgentDiagnosis | null;
}

/** The way to ask the worker of a shard. */
export interface Asked {
  tell(message: ToWorker): void;
  /** Returns a number that changes when the worker is replaced, and its question is lost with it. */
  epoch(): number;
}

interface Question {
  readonly number: number;
  readonly epoch: number;
  /** Functions that are called with the answer. */
  readonly onAnswered: Set<(diagnosis: AgentDiagnosis) => void>;
}

/** Asks the worker of a shard for a diagnosis. */
export class Questions {
  readonly #asked: Asked;
  /**
   * The question that the worker has not answered yet. Further callers wait for its answer, too: questions to a stuck worker must
   * not pile up.
   */
  #open: Question | undefined;
  #next = 0;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** Asks the worker. Resolves to its answer, or after a second to null. */
  ask(): Promise<AgentDiagnosis | null> {
    const { onAnswered } = this.#question();
    return new Promise((resolve) => {
      const done = (diagnosis: AgentDiagnosis | null): void => {
        clearTimeout(timer);
        onAnswered.delete(done);
        resolve(diagnosis);
      };
      // A loop that was blocked reaches its timers first: an answer that is already here is taken before this immediate.
      const timer = setTimeout(() => setImmediate(done, null), PATIENCE_MILLIS);
      onAnswered.add(done);
    });
  }

  onAnswer({ question, diagnosis }: Extract<FromWorker, { type: 'diagnosis' }>): void {
    const open = this.#open;
    if (open?.number !== question) return;
    this.#open = undefined;
    for (const done of open.onAnswered) done(diagnosis);
  }

  #question(): Question {
    const epoch = this.#asked.epoch();
    if (this.#open?.epoch === epoch) return this.#open;
    const question: Question = { number: this.#next++, epoch, onAnswered: new Set() };
    this.#open = question;
    this.#asked.tell({ type: 'diagnose', question: question.number });
    return question;
  }
}
