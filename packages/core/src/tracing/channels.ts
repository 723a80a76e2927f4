import { channel, tracingChannel, type Channel, type TracingChannel } from 'node:diagnostics_channel';

/**
 * One call, from the method to its promise: the message of all five channels of `tracingChannel('offloop:call')`, the same
 * object in each, so that it may be a key of a `WeakMap`.
 */
export interface CallMessage {
  /** The client's name, `client.getName()`. */
  readonly client: string;
  /** Kind of the object that is called, by the protocol's name: `map`, `ringbuffer`, `atomicLong`, … */
  readonly structure: string;
  /** Name of the object; empty for a call that concerns no object. */
  readonly name: string;
  /** Operation, by the protocol's name: `get`, `putIfAbsent`, … */
  readonly operation: string;
  /** Partition of the call, from `end` on; undefined if it goes to any member, or to several partitions. */
  readonly partition: number | undefined;
  /** Number of requests it was sent as, from `end` on: one for each partition of a `putAll`. */
  readonly requests: number;
  /** Bytes of all requests, from `end` on. */
  readonly requestBytes: number;
  /** Bytes of the responses, from `asyncStart` on; 0 for an error, and for a call that was given up. */
  readonly responseBytes: number;
  /** UUID of the member that answered, from `asyncStart` on, the latest of several; undefined if none is known. */
  readonly member: string | undefined;
  /** Address of the member that answered, from `asyncStart` on; undefined if none is known. */
  readonly address: string | undefined;
  /** Number of attempts after the first ones, from `asyncStart` on. */
  readonly retries: number;
  /** Value that the promise resolves to, from `asyncStart` on. */
  readonly result?: unknown;
  /** Error that the promise rejects with. */
  readonly error?: unknown;
}

/** Message of `offloop:call:retry`: an attempt of a call has failed, and there will be another. */
export interface RetryMessage {
  readonly call: CallMessage;
  /** Number of the next attempt of this request, from 1. */
  readonly attempt: number;
  readonly reason: string;
}

/** Message of `offloop:connection:open` and `offloop:connection:close`, for connections that carry calls. */
export interface ConnectionMessage {
  readonly client: string;
  /** The member's UUID. */
  readonly member: string;
  /** Address that was connected to: `host:port`. */
  readonly address: string;
  /** Reason why it was closed; undefined for one that was opened. */
  readonly reason?: string;
}

/** Message of `offloop:worker:restart`: a worker thread died and another took its place. */
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

/** Returns true if a channel of calls has subscribers. It is called for each call, and takes about a nanosecond. */
export function callsAreTraced(): boolean {
  return callChannel.hasSubscribers || retryChannel.hasSubscribers;
}
