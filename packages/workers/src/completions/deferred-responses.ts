import type { MessagePort } from 'node:worker_threads';
import { clearTimeout, setTimeout } from '@offloop/runtime/clock';
import type { CompletionWriter } from '@offloop/runtime/thread';
import { ownCopy } from '@offloop/runtime/bytes';
import { type FetchResponses, CompletionKind } from '@offloop/contract';

/** A compute thread that has asked and waits. */
interface Waiting {
  readonly most: number;
  readonly port: MessagePort;
  readonly timer: NodeJS.Timeout;
}

/** The state of one call. */
interface Deferred {
  /** Requests that have no outcome yet. */
  open: number;
  readonly responses: ArrayBuffer[];
  /** Slot and generation, in turn, of responses the caller has not been told of. */
  readonly untold: number[];
  readonly waiting: Waiting[];
  /** No compute thread asks for the next response by itself: the caller has to send one. */
  isUnattended: boolean;
  isDropped: boolean;
}

/**
 * Keeps responses until compute threads fetch them, each thread by a port of its own, so that the caller's thread need not pass
 * them on. The caller is told that there are responses when no compute thread would ask for them, and once more when all are here.
 *
 * ```
 *   socket → put → deferred responses of the call ──fetch──→ compute thread
 *                    └─ completions: the first ones, then the rest with the last
 * ```
 */
export class DeferredResponses {
  readonly #completions: CompletionWriter;
  readonly #wake: () => void;
  /** Calls with responses here, or some to come, by their numbers. */
  readonly #calls = new Map<number, Deferred>();
  /** Calls something has happened to since the last `tend`. */
  readonly #due = new Set<number>();

  /** @param wake asks for a duty cycle in which `tend` is called. */
  constructor(completions: CompletionWriter, wake: () => void) {
    this.#completions = completions;
    this.#wake = wake;
  }

  /** Number of calls that have responses here, or will. */
  get size(): number {
    return this.#calls.size;
  }

  /** True if a call needs another `tend`: something happened since the last one. */
  get isDue(): boolean {
    return this.#due.size > 0;
  }

  /** Counts one more request of this call, which will have a response or fail. */
  open(call: number): void {
    let deferred = this.#calls.get(call);
    if (deferred === undefined) {
      deferred = { open: 0, responses: [], untold: [], waiting: [], isUnattended: true, isDropped: false };
      this.#calls.set(call, deferred);
    }
    deferred.open++;
  }

  /** Keeps a copy of the response in `bytes[start, end)` to a request of this call. It is completed when the caller needs to know. */
  put(call: number, slot: number, generation: number, bytes: Buffer, start: number, end: number): void {
    const deferred = this.#calls.get(call)!;
    deferred.open--;
    deferred.untold.push(slot, generation);
    if (!deferred.isDropped) deferred.responses.push(ownCopy(bytes, start, end).buffer);
    this.#due.add(call);
  }

  /** Counts a request of this call as failed. The caller hears of it by the request's own completion. */
  failed(call: number): void {
    this.#calls.get(call)!.open--;
    this.#tendSoon(call);
  }

  /** Drops the responses of this call, those to come too. */
  drop(call: number): void {
    const deferred = this.#calls.get(call);
    if (deferred === undefined) return;
    deferred.isDropped = true;
    deferred.responses.length = 0;
    this.#tendSoon(call);
  }

  /** Answers a compute thread by this port: `FetchResponses` in, responses out; an empty list when it must not wait for more. */
  serve(port: MessagePort): void {
    port.on('message', (fetch: FetchResponses) => this.#onFetch(port, fetch));
    // The sockets keep this thread alive; a compute thread that might ask does not.
    port.unref();
  }

  /** Hands out the responses that have come, and completes requests of which the caller has to know. */
  tend(): void {
    if (this.#due.size === 0) return;
    for (const call of this.#due) this.#tend(call, this.#calls.get(call)!);
    this.#due.clear();
  }

  /** Drops all responses, because the agent ends. */
  stop(): void {
    for (const call of this.#calls.keys()) this.drop(call);
    this.tend();
  }

  #tend(call: number, deferred: Deferred): void {
    const { responses, waiting, untold } = deferred;
    while (responses.length > 0 && waiting.length > 0) {
      const { port, most, timer } = waiting.shift()!;
      clearTimeout(timer);
      give(port, responses.splice(0, most));
    }
    const isOver = deferred.open === 0 || deferred.isDropped;
    if (isOver || (deferred.isUnattended && responses.length > 0)) {
      deferred.isUnattended = false;
      for (let i = 0; i < untold.length; i += 2)
        this.#completions.empty(CompletionKind.VOID, untold[i], untold[i + 1]);
      untold.length = 0;
    }
    if (!isOver) return;
    for (const { port, timer } of waiting.splice(0)) {
      clearTimeout(timer);
      give(port, []);
    }
    if (deferred.open === 0 && responses.length === 0) this.#calls.delete(call);
  }

  #onFetch(port: MessagePort, { call, most, timeoutMillis }: FetchResponses): void {
    const deferred = this.#calls.get(call);
    if (deferred === undefined) {
      give(port, []);
      return;
    }
    const responses = deferred.responses.splice(0, most);
    if (responses.length > 0 || deferred.open === 0 || deferred.isDropped) {
      give(port, responses);
      // The call may be over, but the caller has to be told of all its responses before it is forgotten here.
      this.#tendSoon(call);
    } else if (timeoutMillis === 0) {
      deferred.isUnattended = true;
      give(port, []);
    } else {
      const timer = setTimeout(() => {
        deferred.waiting.splice(deferred.waiting.indexOf(waiting), 1);
        deferred.isUnattended = true;
        give(port, []);
      }, timeoutMillis);
      const waiting: Waiting = { most, port, timer };
      deferred.waiting.push(waiting);
    }
  }

  /** Outside of a duty cycle: asks for one. */
  #tendSoon(call: number): void {
    this.#due.add(call);
    this.#wake();
  }
}

function give(port: MessagePort, responses: ArrayBuffer[]): void {
  port.postMessage(responses, responses);
}
