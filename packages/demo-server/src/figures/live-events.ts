// What the server tells the page, and what the page may order. One file, for both sides.
import type { Outcome } from './outcome.js';
import type { Sample } from './sample.js';

export type WorkloadName = 'quote' | 'fib';

export interface ApproachInfo {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** `sync`, `workers`, …: what it has in common with other approaches. */
  readonly family: string;
  readonly workloads: readonly WorkloadName[];
  /** Whether "all" includes it. */
  readonly byDefault: boolean;
}

/** Both ends included. */
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

/** What `POST /runs` takes. */
export interface RunOrder {
  readonly workload: WorkloadName;
  /** Ids; they take turns. */
  readonly approaches: readonly string[];
  readonly connections: number;
  /** How long each approach is under load. */
  readonly seconds: number;
  /** Requests a second; absent: as fast as it goes. */
  readonly rate?: number;
  /** Documents a quote reads. */
  readonly items?: number;
  /** The Fibonacci number. */
  readonly n?: number;
}

export type RunPhase = 'starting' | 'warming up' | 'measuring' | 'done' | 'stopped' | 'failed';

/** One approach's run; its turns come apart. */
export interface RunState {
  readonly id: number;
  /** The order it belongs to. Only runs of one order took turns, and can be compared. */
  readonly order: number;
  /** Whether the page began it by itself: any order ends it. */
  readonly automatic: boolean;
  readonly approach: string;
  readonly workload: WorkloadName;
  readonly connections: number;
  /** How long it is under load, all turns together. */
  readonly seconds: number;
  readonly rate?: number;
  /** Documents a quote reads, or the Fibonacci number. */
  readonly size: number;
  readonly phase: RunPhase;
  /** Figures of all its turns; absent before the first has ended. */
  readonly outcome?: Outcome;
  /** Why it failed; absent otherwise. */
  readonly reason?: string;
}

/** A second of load on one approach. */
export interface Turn {
  /** The serving thread meanwhile; its `at` counts this approach's own turns only. */
  readonly sample: Sample;
  /** Right answers. */
  readonly requestsPerSecond: number;
  /** Milliseconds that the slowest `/ping` took; absent when none was answered. */
  readonly slowestPing?: number;
  /** CPUs' worth of work that the machine did meanwhile for programs that are not the demo's; absent where it does not tell. */
  readonly otherWork?: number;
}

export interface RunRecord {
  readonly state: RunState;
  readonly turns: readonly Turn[];
}

export interface CallsUnderWay {
  readonly made: number;
  readonly answered: number;
  readonly millis: number;
}

/** What became of one client while the thread it belongs to was held. */
export interface BlockedClient {
  /** An approach's. */
  readonly id: string;
  readonly title: string;
  /** Whether its connection has lasted. */
  readonly connected: boolean;
  /** Whether it still has the lock that it took before. */
  readonly locked: boolean;
  /** That it sent meanwhile. */
  readonly heartbeats: number;
  /** Calls that it had made just before: how many were answered, and when the last was, in ms after its thread went on. */
  readonly underWay?: CallsUnderWay;
  /** Milliseconds that a call took which it made as soon as its thread went on; null: it failed; absent until then. */
  readonly nextCall?: number | null;
}

/** The serving threads held, one of each client. */
export interface BlockState {
  readonly id: number;
  /** How long they are held; `elapsed`: how long they have been. */
  readonly seconds: number;
  readonly elapsed: number;
  /** Seconds of silence after which a client is cut off. */
  readonly silenceSeconds: number;
  readonly phase: 'starting' | 'held' | 'done' | 'stopped' | 'failed';
  readonly clients: readonly BlockedClient[];
  /** Why it failed; absent otherwise. */
  readonly reason?: string;
}

/** What `POST /blocks` takes. */
export interface BlockOrder {
  /** 3, 10 or 60. */
  readonly seconds: number;
}

export type LiveEvent =
  /** First on every connection: all there is to know. */
  | {
      readonly type: 'snapshot';
      readonly about: string;
      readonly approaches: readonly ApproachInfo[];
      readonly limits: RunLimits;
      readonly runs: readonly RunRecord[];
      /** Absent before the first. */
      readonly block?: BlockState;
    }
  | { readonly type: 'block'; readonly state: BlockState }
  | { readonly type: 'run'; readonly state: RunState }
  /** A turn of a run has ended. */
  | { readonly type: 'turn'; readonly run: number; readonly turn: Turn; readonly outcome: Outcome }
  /** The page's own server, once a second. */
  | { readonly type: 'self'; readonly sample: Sample };
