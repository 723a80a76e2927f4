import type { FloorDiagnosis } from '@offloop/runtime';
import { clearTimeout, setImmediate, setTimeout } from '@offloop/runtime/clock';
import type { AgentDiagnosis, FromWorker, ToWorker } from '@offloop/workers';

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

/** How the workers are asked. */
export interface Asked {
  tell(message: ToWorker): void;
  /** Changes when a worker is replaced: it has taken its questions with it. */
  readonly epoch: number;
}

interface Question {
  readonly number: number;
  readonly epoch: number;
  readonly answers: Map<number, AgentDiagnosis>;
  /** Run when all have answered. */
  readonly onAnswered: Set<() => void>;
}

/** Asks the workers what they do, for a diagnosis. */
export class Questions {
  readonly #asked: Asked;
  readonly #shards: number;
  /** Who asks while a worker owes an answer waits for that one: questions to a stuck worker must not pile up. */
  #open: Question | undefined;
  #next = 0;

  constructor(asked: Asked, shards: number) {
    this.#asked = asked;
    this.#shards = shards;
  }

  /** Resolves, after a second at most, to what each shard has answered until then. */
  ask(): Promise<ReadonlyMap<number, AgentDiagnosis>> {
    const question = this.#question();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        question.onAnswered.delete(done);
        resolve(question.answers);
      };
      // A loop that was blocked reaches its timers first: an answer that is already here is taken before this immediate.
      const timer = setTimeout(() => setImmediate(done), PATIENCE_MILLIS);
      question.onAnswered.add(done);
    });
  }

  onAnswer({ question, diagnosis }: Extract<FromWorker, { type: 'diagnosis' }>, shard: number): void {
    const open = this.#open;
    if (open?.number !== question) return;
    open.answers.set(shard, diagnosis);
    if (open.answers.size < this.#shards) return;
    this.#open = undefined;
    for (const done of open.onAnswered) done();
  }

  #question(): Question {
    const { epoch } = this.#asked;
    if (this.#open?.epoch === epoch) return this.#open;
    const question = { number: this.#next++, epoch, answers: new Map(), onAnswered: new Set<() => void>() };
    this.#open = question;
    this.#asked.tell({ type: 'diagnose', question: question.number });
    return question;
  }
}
