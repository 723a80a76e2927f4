import type { MessagePort } from 'node:worker_threads';
import { CompletionKind } from '@offloop/wire/ring';
import type { CompletionWriter } from './completion-writer.js';
import type { FetchAnswers } from './control.js';
import { ownCopy } from './own-copy.js';

/** A thread that has asked and waits. */
interface Waiting {
  readonly most: number;
  readonly port: MessagePort;
  readonly timer: NodeJS.Timeout;
}

/** The answers to the requests of one call. */
interface Shelf {
  /** Requests that have no outcome yet. */
  open: number;
  readonly answers: ArrayBuffer[];
  /** Slot and generation, in turn, of answers the caller has not been told of. */
  readonly untold: number[];
  readonly waiting: Waiting[];
  /** No thread will come for the next answer by itself: the caller has to send one. */
  isUnattended: boolean;
  isDropped: boolean;
}

/**
 * Answers that compute threads fetch here, by ports of their own: the caller's thread, which would only pass them on, is told
 * that there are some when no thread is at it, and once more when all are here.
 *
 * ```
 *   socket → put → shelf ──fetch──→ compute thread
 *                    └─ completions: the first ones, then the rest with the last
 * ```
 */
export class AnswerShelves {
  readonly #completions: CompletionWriter;
  readonly #wake: () => void;
  /** By the number of their call. */
  readonly #shelves = new Map<number, Shelf>();
  /** Shelves something has happened to since the last `tend`. */
  readonly #due = new Set<number>();

  /** @param wake asks for a duty cycle in which `tend` is called. */
  constructor(completions: CompletionWriter, wake: () => void) {
    this.#completions = completions;
    this.#wake = wake;
  }

  /** Calls that have answers here, or will. */
  get size(): number {
    return this.#shelves.size;
  }

  /** One more request of this call. */
  open(call: number): void {
    let shelf = this.#shelves.get(call);
    if (shelf === undefined) {
      shelf = { open: 0, answers: [], untold: [], waiting: [], isUnattended: true, isDropped: false };
      this.#shelves.set(call, shelf);
    }
    shelf.open++;
  }

  /** The answer to one of them: a copy of `bytes[start, end)`. Its completion is written when the caller needs to know. */
  put(call: number, slot: number, generation: number, bytes: Buffer, start: number, end: number): void {
    const shelf = this.#shelves.get(call)!;
    shelf.open--;
    shelf.untold.push(slot, generation);
    if (!shelf.isDropped) shelf.answers.push(ownCopy(bytes, start, end).buffer);
    this.#due.add(call);
  }

  /** One of them failed; its completion says so. */
  failed(call: number): void {
    this.#shelves.get(call)!.open--;
    this.#tendSoon(call);
  }

  /** Nobody wants the answers of this call any more. */
  drop(call: number): void {
    const shelf = this.#shelves.get(call);
    if (shelf === undefined) return;
    shelf.isDropped = true;
    shelf.answers.length = 0;
    this.#tendSoon(call);
  }

  /** A compute thread will ask here: `FetchAnswers` in, the answers out; none when it shall not wait for more. */
  serve(port: MessagePort): void {
    port.on('message', (fetch: FetchAnswers) => this.#onFetch(port, fetch));
    // The sockets keep this thread alive, not who might ask.
    port.unref();
  }

  /** Hands out what has come, and tells the caller what it has to know. */
  tend(): void {
    if (this.#due.size === 0) return;
    for (const call of this.#due) this.#tend(call, this.#shelves.get(call)!);
    this.#due.clear();
  }

  /** The agent ends, and what nobody has fetched with it. */
  stop(): void {
    for (const call of this.#shelves.keys()) this.drop(call);
    this.tend();
  }

  #tend(call: number, shelf: Shelf): void {
    const { answers, waiting, untold } = shelf;
    while (answers.length > 0 && waiting.length > 0) {
      const { port, most, timer } = waiting.shift()!;
      clearTimeout(timer);
      give(port, answers.splice(0, most));
    }
    const isOver = shelf.open === 0 || shelf.isDropped;
    if (isOver || (shelf.isUnattended && answers.length > 0)) {
      shelf.isUnattended = false;
      for (let i = 0; i < untold.length; i += 2) {
        this.#completions.bare(CompletionKind.VOID, untold[i], untold[i + 1]);
      }
      untold.length = 0;
    }
    if (!isOver) return;
    for (const { port, timer } of waiting.splice(0)) {
      clearTimeout(timer);
      give(port, []);
    }
    if (shelf.open === 0 && answers.length === 0) this.#shelves.delete(call);
  }

  #onFetch(port: MessagePort, { call, most, patience }: FetchAnswers): void {
    const shelf = this.#shelves.get(call);
    if (shelf === undefined) {
      give(port, []);
      return;
    }
    const answers = shelf.answers.splice(0, most);
    if (answers.length > 0 || shelf.open === 0 || shelf.isDropped) {
      give(port, answers);
      // It may be over, but its caller is to hear of all answers before it is forgotten.
      this.#tendSoon(call);
    } else if (patience === 0) {
      shelf.isUnattended = true;
      give(port, []);
    } else {
      const timer = setTimeout(() => {
        shelf.waiting.splice(shelf.waiting.indexOf(waiting), 1);
        shelf.isUnattended = true;
        give(port, []);
      }, patience);
      const waiting: Waiting = { most, port, timer };
      shelf.waiting.push(waiting);
    }
  }

  /** Outside of a duty cycle: asks for one. */
  #tendSoon(call: number): void {
    this.#due.add(call);
    this.#wake();
  }
}

function give(port: MessagePort, answers: ArrayBuffer[]): void {
  port.postMessage(answers, answers);
}
