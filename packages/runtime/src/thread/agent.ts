import type { MessagePort } from 'node:worker_threads';
import type { CallHeader } from '../ring/call-header.js';
import type { ControlBlock } from '../ring/control-block.js';
import type { CompletionWriter } from './completion-writer.js';

/** The reasons for which an agent is stopped. */
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
 * The agent must write one completion for each call begun, under its slot and generation; a second one is ignored. Completions
 * written while the floor calls the agent are published by themselves. After completions written at another time (a socket was
 * read, a timer ran), call `AgentPort.cycle` or `wake`: until then they stay unpublished. An error thrown outside `begin`, `cancel`
 * and `onControl` ends the thread; another takes its place, five times a minute at most.
 */
export interface Agent {
  /** Number of calls begun and not completed. While they are few, the thread may poll instead of sleeping. */
  readonly inFlight: number;
  /** True while the agent does not read from its sources, because completions found no room; `resume` is called when there is room. */
  readonly isPaused: boolean;
  /** Returns true while work is left that no signal will announce: then the thread does not sleep. */
  hasWork(): boolean;

  /** Runs once, before the first call. */
  start(): void;
  /** Begins a call whose message is `bytes[start, start + call.length)`. `bytes` and `call` are valid until this returns. */
  begin(call: Readonly<CallHeader>, bytes: Buffer, start: number): void;
  /** Begins a call with a long message (over an eighth of its ring). The agent may keep `bytes`, but not `call`. */
  beginWhole(call: Readonly<CallHeader>, bytes: Buffer): void;
  /** Completes a call with an error because `begin` threw, unless the call is completed already. */
  failBegun(slot: number, generation: number, error: Error): void;
  /**
   * Gives up a call that the caller no longer waits for. The agent must complete it all the same, with any kind. The call may be
   * completed already, or one that this agent never saw.
   */
  cancel(slot: number, generation: number): void;
  /** Handles a control message of the caller's half of the protocol. */
  onControl(message: unknown): void;
  /** Reports the error of a record that could not be handled: a call, a control message, or one of an unknown kind. */
  onTrouble(error: Error): void;
  /** Takes a port that the caller passed on. */
  onPort(port: MessagePort): void;

  /** Runs when a duty cycle begins, before its requests are drained, so that older work goes first. */
  beforeRequests(): void;
  /** Runs when all requests of a duty cycle were handed over. The agent writes now what they left to be written. */
  afterRequests(): void;
  /** Runs when a paused agent has room for completions again. */
  resume(): void;

  /**
   * Releases all that the agent holds, then calls `AgentPort.ended`, now or later. The floor rejects the calls that the agent does
   * not complete, with `CLOSED` at a shutdown. Calls may still begin meanwhile.
   */
  stop(reason: StopReason, message: string): void;
}

/** The floor, as its agent uses it. */
export interface AgentPort {
  readonly completions: CompletionWriter;
  /** Shared counters: the 32 of `protocol` are the agent's own, read by `FloorStats.counter`. Also the caller's heap, if reported. */
  readonly counters: ControlBlock;
  /** Asks for a duty cycle after the event loop has read the sockets. May be called anywhere, any number of times. */
  wake(): void;
  /** Runs a duty cycle now, unless one is under way. To be called when all that one read of a socket brought is handled. */
  cycle(): void;
  /** Sends a control message to the caller's half of the protocol, in order with the completions around it. */
  sendControl(message: object): void;
  /** Tells the floor that the agent has ended. Unless the caller had asked for it, another agent takes its place. */
  ended(): void;
}

export type CreateAgent<Settings> = (settings: Settings, port: AgentPort) => Agent;
