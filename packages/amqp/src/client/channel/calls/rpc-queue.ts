import { Fifo } from '@offloop/runtime';
import type { Fields, MethodSpec } from '../../../wire/method-spec.js';
import { Attempts } from '../../errors/attempts.js';

/** Called with an error, or with null and what the server has answered. */
export type OnReply = (error: Error | null, result?: unknown) => void;

/** A method that is waiting for its reply, or for its turn. */
export interface Rpc {
  readonly spec: MethodSpec;
  readonly fields: Fields;
  /** Id of the method that answers. */
  readonly expected: number;
  /** What to do with the reply: replaced when the caller does not wait any longer. */
  settle: OnReply;
  /** True if it was given up before its turn: it is not sent. */
  isDropped: boolean;
}

interface Refused {
  readonly rpc: Rpc;
  readonly reason: Error;
}

/** The methods of a channel that have a reply. The protocol allows one at a time: the others wait here. */
export class RpcQueue {
  readonly #send: (rpc: Rpc) => void;
  #current: Rpc | undefined;
  readonly #waiting = new Fifo<Rpc>();

  /** @param send throws if the arguments cannot be encoded */
  constructor(send: (rpc: Rpc) => void) {
    this.#send = send;
  }

  /** The method that waits for its reply. */
  get current(): Rpc | undefined {
    return this.#current;
  }

  /** Number of the methods that wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Sends a method, or has it wait. Throws if it is sent at once and cannot be encoded. */
  add(rpc: Rpc): void {
    if (this.#current !== undefined) return this.#waiting.push(rpc);
    this.#send(rpc);
    this.#current = rpc;
  }

  /** Settles the method whose reply has come, after the next was sent. */
  advance(error: Error | null, result?: unknown): void {
    const current = this.take();
    const refused = this.#sendNext();
    const attempts = new Attempts();
    attempts.run(() => current?.settle(error, result));
    for (const { rpc, reason } of refused) attempts.run(() => rpc.settle(reason));
    attempts.finish();
  }

  /** Takes the current method, and sends no other. */
  take(): Rpc | undefined {
    const rpc = this.#current;
    this.#current = undefined;
    return rpc;
  }

  /** Fails all methods. */
  end(): void {
    const attempts = new Attempts();
    const fail = (rpc: Rpc): void =>
      attempts.run(() => rpc.settle(new Error('Channel ended, no reply will be forthcoming')));
    if (this.#current !== undefined) fail(this.#current);
    this.#current = undefined;
    for (let rpc = this.#waiting.shift(); rpc !== undefined; rpc = this.#waiting.shift()) fail(rpc);
    attempts.finish();
  }

  /** @returns those before it that could not be encoded */
  #sendNext(): Refused[] {
    const refused: Refused[] = [];
    for (let rpc = this.#waiting.shift(); rpc !== undefined; rpc = this.#waiting.shift()) {
      if (rpc.isDropped) continue;
      try {
        this.#send(rpc);
        this.#current = rpc;
        break;
      } catch (error) {
        refused.push({ rpc, reason: error as Error });
      }
    }
    return refused;
  }
}
