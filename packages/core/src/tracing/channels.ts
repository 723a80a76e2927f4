import { channel, tracingChannel, type Channel, type TracingChannel } from 'node:diagnostics_channel';

/**
 * One call, from the method to its promise: the message of all five channels of `tracingChannel('offloop:call')`, the same
 * object in each, so that it may be a key of a `WeakMap`.
 */
export interface CallMessage {
  /** `client.getName()` */
  readonly client: string;
  /** What the call is about, as the protocol names it: `map`, `ringbuffer`, `atomicLong`, … */
  readonly structure: string;
  /** The object's; empty for a call that is about none. */
  readonly name: string;
  /** What it does, as the protocol names it: `get`, `putIfAbsent`, … */
  readonly operation: string;
  /** From `end` on; undefined where it goes to any member, or to several. */
  readonly partition: number | undefined;
  /** From `end` on: requests it was sent as, one for each partition of a `putAll`; and all their bytes. */
  readonly requests: number;
  readonly requestBytes: number;
  /** From `asyncStart` on: bytes of the responses; 0 for an error, and for what was given up. */
  readonly responseBytes: number;
  /** From `asyncStart` on: UUID and address of the member that answered, the latest of several; undefined where none is known. */
  readonly member: string | undefined;
  readonly address: string | undefined;
  /** From `asyncStart` on: attempts after the first ones. */
  readonly retries: number;
  /** What the promise resolves to, from `asyncStart` on. */
  readonly result?: unknown;
  /** What it rejects with. */
  readonly error?: unknown;
}

/** `offloop:call:retry`: an attempt of a call was not successful, and there will be another. */
export interface RetryMessage {
  readonly call: CallMessage;
  /** Number of the next attempt of this request: 1 and up. */
  readonly attempt: number;
  readonly reason: string;
}

/** `offloop:connection:open` and `offloop:connection:close`: one that carries calls. */
export interface ConnectionMessage {
  readonly client: string;
  /** The member's UUID, and where it was connected to: `host:port`. */
  readonly member: string;
  readonly address: string;
  /** Why it was closed; undefined for one that was opened. */
  readonly reason?: string;
}

/** `offloop:worker:restart`: a worker thread died and another took its place. */
export interface RestartMessage {
  readonly client: string;
  readonly error: Error;
}

type CallEvents = 'start' | 'end' | 'asyncStart' | 'asyncEnd' | 'error';
export type CallChannel = TracingChannel<unknown, CallMessage> & Readonly<Record<CallEvents, Channel>>;

export const callChannel: CallChannel = tracingChannel<unknown, CallMessage>('offloop:call');
export const retryChannel: Channel = channel('offloop:call:retry');
export const connectionOpen: Channel = channel('offloop:connection:open');
export const connectionClose: Channel = channel('offloop:connection:close');
export const workerRestart: Channel = channel('offloop:worker:restart');

/** Whether anybody wants to know of calls: asked at each call, it takes about a nanosecond. */
export function callsAreTraced(): boolean {
  return callChannel.hasSubscribers || retryChannel.hasSubscribers;
}
