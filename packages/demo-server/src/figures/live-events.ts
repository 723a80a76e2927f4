// The events that the server sends to the page, and the orders that the page may give. Both sides use this file.
import type { Outcome } from './outcome.js';
import type { Sample } from './sample.js';

export type WorkloadName = 'quote' | 'fib';

export interface ApproachInfo {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** Name of the approach's family, such as `sync` or `workers`. It decides the colour in charts. */
  readonly family: string;
  readonly workloads: readonly WorkloadName[];
  /** True if a run of all approaches includes it. */
  readonly byDefault: boolean;
}

/** The least and the greatest value of a number, both allowed, and its default. */
export interface Range {
  readonly least: number;
  readonly most: number;
  readonly initial: number;
}

export interface RunLimits {
  readonly connections: Range;
  readonly seconds: Range;
  readonly rate: Range;
  readonly items: Range;
  readonly n: Range;
}

/** The body of `POST /runs`: an order to load some approaches. */
export interface RunOrder {
  readonly workload: WorkloadName;
  /** Ids of the approaches, which take turns. */
  readonly approaches: readonly string[];
  readonly connections: number;
  /** Seconds that each approach is under load, all turns together. */
  readonly seconds: number;
  /** Requests a second. Absent: each connection sends its next request when it has its answer. */
  readonly rate?: number;
  /** Number of documents that a quote reads. */
  readonly items?: number;
  /** Index of the Fibonacci number to compute. */
  readonly n?: number;
}

export type RunPhase = 'starting' | 'warming up' | 'measuring' | 'done' | 'stopped' | 'failed';

/** The state of one approach's run. Its turns are sent separately. */
export interface RunState {
  readonly id: number;
  /** Number of the order that the run belongs to. Only runs of one order took turns, and can be compared. */
  readonly order: number;
  /** True if nobody ordered the run: it began with the page, and any order ends it. */
  readonly automatic: boolean;
  readonly approach: string;
  readonly workload: WorkloadName;
  readonly phase: RunPhase;
  /** Figures of all turns of the run; absent before the first has ended. */
  readonly outcome?: Outcome;
  /** Reason why the run failed; absent if it did not. */
  readonly reason?: string;
}

/** One turn of an approach: a second of load. */
export interface Turn {
  /** Figures of the serving thread during the turn. `at` counts the time of this approach's turns only. */
  readonly sample: Sample;
  /** Number of right answers a second. */
  readonly requestsPerSecond: number;
  /** Time that the slowest `/ping` took, in ms; absent if none was answered. */
  readonly slowestPing?: number;
  /** CPU time that programs other than the demo took during the turn, as a number of CPUs; absent if it is not known. */
  readonly otherWork?: number;
}

export interface RunRecord {
  readonly state: RunState;
  readonly turns: readonly Turn[];
}

/** Calls that a client made just before its thread was held. */
export interface CallsUnderWay {
  /** Number of calls made. */
  readonly made: number;
  /** Number of calls answered. */
  readonly answered: number;
  /** Time of the last answer, in ms after the thread went on; 0 if there was no answer. */
  readonly millis: number;
}

/** The state of a client whose thread is held, or was held. */
export interface BlockedClient {
  /** Id of the approach that the client belongs to. */
  readonly id: string;
  readonly title: string;
  /** True if the connection has lasted. */
  readonly connected: boolean;
  /** True if the client still has the lock that it took before the hold. */
  readonly locked: boolean;
  /** Number of heartbeats that the client has sent since the hold began. */
  readonly heartbeats: number;
  /** Calls that the client made just before the hold; absent until the hold has ended. */
  readonly underWay?: CallsUnderWay;
  /** Time that a call took which was made right after the hold, in ms; null if it failed, absent until it has ended. */
  readonly nextCall?: number | null;
}

/** What became of a RabbitMQ client whose thread was held. */
export interface BlockedQueue {
  /** Name of the client's package. */
  readonly title: string;
  /** True if the connection has lasted. */
  readonly connected: boolean;
  /** True if the message has arrived that the client published just before the hold. */
  readonly published: boolean;
  /** True if the broker has got the acknowledgement that the client sent just after it; false: the job is delivered again. */
  readonly acknowledged: boolean;
}

/** The state of a hold: the serving threads of several clients, stopped at the same time. */
export interface BlockState {
  readonly id: number;
  /** Seconds for which the threads are held. */
  readonly seconds: number;
  /** Seconds for which they have been held so far. */
  readonly elapsed: number;
  /** Seconds of silence after which a client is cut off. */
  readonly silenceSeconds: number;
  readonly phase: 'starting' | 'held' | 'done' | 'stopped' | 'failed';
  readonly clients: readonly BlockedClient[];
  /** RabbitMQ clients whose threads were held as well; absent until the hold has ended, and without a broker. */
  readonly queues?: readonly BlockedQueue[];
  /** Reason why the hold failed; absent if it did not. */
  readonly reason?: string;
}

/** The body of `POST /blocks`: an order to hold threads. */
export interface BlockOrder {
  /** Seconds for which the threads are held: 3, 10 or 60. */
  readonly seconds: number;
}

export type LiveEvent =
  /** All that the page shows. It is the first event of every connection. */
  | {
      readonly type: 'snapshot';
      readonly about: string;
      readonly approaches: readonly ApproachInfo[];
      readonly limits: RunLimits;
      readonly runs: readonly RunRecord[];
      /** The last hold; absent before the first. */
      readonly block?: BlockState;
    }
  | { readonly type: 'block'; readonly state: BlockState }
  | { readonly type: 'run'; readonly state: RunState }
  /** A turn of a run has ended. */
  | { readonly type: 'turn'; readonly run: number; readonly turn: Turn; readonly outcome: Outcome };
