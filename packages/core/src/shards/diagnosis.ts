import type { FloorDiagnosis } from '@offloop/runtime';
import { clearTimeout, setImmediate, setTimeout } from '@offloop/runtime/clock';
import type { AgentDiagnosis, FromWorker, ToWorker } from '@offloop/contract';

/** Milliseconds the worker has for its answer. */
const PATIENCE_MILLIS = 1_000;

/** What is known of one shard at this moment. */
export interface ShardDiagnosis extends FloorDiagnosis {
  /**
   * What the worker says of its connections and calls; null when it has not answered within a second: its thread is dead, stuck or
   * overloaded (`thread` says since when), or the rings between are full. Null also for a client that is shut down.
   */
  readonly worker: AgentDiagnosis | null;
}

/** How the worker of a shard is asked. */
export interface Asked {
  tell(message: ToWorker): void;
  /** Changes when the worker is replaced: it has taken its question with it. */
  epoch(): number;
}

interface Question {
  readonly number: number;
  readonly epoch: number;
  /** Run when it is answered. */
  readonly onAnswered: Set<(diagnosis: AgentDiagnosis) => void>;
}

/** Asks the worker of a shard what it does, for a diagnosis. */
export class Questions {
  readonly #asked: Asked;
  /** Who asks while the worker owes an answer waits for that one: questions to a stuck worker must not pile up. */
  #open: Question | undefined;
  #next = 0;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** Resolves, after a second at most, to what the worker has answered; null: nothing. */
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
