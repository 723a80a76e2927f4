import type { MessagePort } from 'node:worker_threads';
import type { CallHeader } from '../ring/call-header.js';
import type { ControlBlock } from '../ring/control-block.js';
import type { CompletionWriter } from './completion-writer.js';

/** Why an agent is to stop. */
export const StopReason = {
  /** The caller shut down. */
  SHUTDOWN: 'shutdown',
  /** The caller's loop gave no sign of life for `callerStallTimeoutMillis`. It may come back, and gets a new agent then. */
  CALLER_STALLED: 'caller-stalled',
} as const;
export type StopReason = (typeof StopReason)[keyof typeof StopReason];

/**
 * A protocol's half in the thread: it carries the calls out. The floor calls these methods, one at a time.
 *
 * Each call that was begun is owed one completion, under its slot and generation; a second one is passed over. Completions
 * that are written while the floor is calling leave by themselves. An agent that writes some at another time (a socket was read, a
 * timer ran) calls `AgentPort.cycle` or `wake` behind them, or they stay. Whatever throws outside `begin`, `cancel` and
 * `onControl` ends the thread; another follows it, five times a minute at most.
 */
export interface Agent {
  /** Calls begun and not completed. With few of them the thread may poll instead of sleeping. */
  readonly inFlight: number;
  /** Whether the agent stopped reading from its sources because completions found no room; `resume` is called when there is room. */
  readonly isPaused: boolean;
  /** Whether work is left that no signal will announce: the thread does not sleep then. */
  hasWork(): boolean;

  /** Before the first call. */
  start(): void;
  /** A call whose message lies at `bytes[start, start + call.length)`. Both are valid until this returns, `call` too. */
  begin(call: Readonly<CallHeader>, bytes: Buffer, start: number): void;
  /** A call with a long message (over an eighth of its ring), whose bytes are the agent's from here on; `call` is not. */
  beginWhole(call: Readonly<CallHeader>, bytes: Buffer): void;
  /** `begin` threw: the call is to be completed with an error, unless it is completed already. */
  failBegun(slot: number, generation: number, error: Error): void;
  /**
   * The caller has lost interest in this call; it is owed its completion all the same, of any kind. May come for a call that
   * is completed, or that this agent never saw.
   */
  cancel(slot: number, generation: number): void;
  /** A control message of the caller's half of the protocol. */
  onControl(message: unknown): void;
  /** A control message that could not be handled, or a record of an unknown kind. */
  onTrouble(error: Error): void;
  /** A port that the caller passed on. */
  onPort(port: MessagePort): void;

  /** A duty cycle begins: what is older than the requests that will be drained now goes first. */
  beforeRequests(): void;
  /** The requests of this cycle were handed over: what they left to be written is written now. */
  afterRequests(): void;
  /** There is room for completions again. */
  resume(): void;

  /**
   * Lets go of everything, then calls `AgentPort.ended`, now or later. Calls it does not complete are rejected by the floor:
   * `CLOSED` at a shutdown. Calls may still begin meanwhile.
   */
  stop(reason: StopReason, message: string): void;
}

/** What an agent has of the floor. */
export interface AgentPort {
  readonly completions: CompletionWriter;
  /** `protocol`: 32 counters that are the agent's, and come out as `FloorStats.counter`. Also the caller's heap, if reported. */
  readonly counters: ControlBlock;
  /** Asks for a duty cycle after the event loop has looked at the sockets. From anywhere, as often as one likes. */
  wake(): void;
  /** A duty cycle now, unless one is under way: to be called when what one read of a socket brought was completed. */
  cycle(): void;
  /** A control message for the caller's half of the protocol, in order with the completions around it. */
  sendControl(message: object): void;
  /** The agent is done and will do nothing more. Unless the caller had asked for it, another agent follows. */
  ended(): void;
}

export type CreateAgent<Settings> = (settings: Settings, port: AgentPort) => Agent;
