import type { CallHeader } from '../../ring/call-header.js';
import { copyBytes } from '../../bytes/copy-bytes.js';
import { CompletionKind, REPEATABLE_FLAG } from '../../ring/records.js';
import { Fifo } from '../../shared/fifo.js';
import type { CompletionWriter } from '../completion-writer.js';

/** Bytes. */
const CHUNK_LENGTH = 65_536;
/** The most times that a request is sent, by default. */
const DEFAULT_ATTEMPTS = 5;

export interface BegunCall {
  readonly slot: number;
  readonly generation: number;
  readonly flags: number;
}

/** Why a call failed, for `readError` of the caller's half. */
export interface CallFailure {
  readonly code: string;
  readonly message: string;
}

/** A call whose request is kept. */
export interface RetainedCall extends BegunCall {
  /** The request is `chunk[start, end)`: kept until the reply is here, in case it has to be sent again. */
  readonly chunk: Buffer;
  readonly start: number;
  readonly end: number;
  /** Number of times it was sent. */
  attempts: number;
  /** Its place among those that were sent, from 1; 0: it waits to be sent. */
  place: number;
  /** True once the call has its completion: then its reply is skipped. */
  isCompleted: boolean;
}

/**
 * The calls of a connection. It keeps the requests, sends those that wait, and settles calls that are given up or whose connection is lost. A
 * subclass finds the call that a reply belongs to.
 */
export abstract class RetainedCalls {
  readonly #completions: CompletionWriter;
  readonly #maxAttempts: number;
  /** Requests lie behind each other, so that those of one drain are one write. */
  #chunk: Buffer = Buffer.alloc(0);
  #chunkUsed = 0;
  readonly #unsent = new Fifo<RetainedCall>();
  /** Calls without a completion, by slot. */
  readonly #open: (RetainedCall | undefined)[] = [];
  #inFlight = 0;
  #replies = 0;
  #places = 0;

  /**
   * @param maxAttempts the most times that a repeatable request is sent, 1 or more. Default: 5. It bounds the harm of a request for
   *   which the server closes the connection each time: other calls are lost with it.
   */
  constructor(completions: CompletionWriter, maxAttempts: number = DEFAULT_ATTEMPTS) {
    this.#completions = completions;
    this.#maxAttempts = maxAttempts;
  }

  /** Number of calls without a completion. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Number of requests that were sent so far, further attempts included. */
  get sent(): number {
    return this.#places;
  }

  get replies(): number {
    return this.#replies;
  }

  /** Takes a call from `Agent.begin`: copies the request, which then waits to be sent. */
  begin({ slot, generation, flags, length }: Readonly<CallHeader>, bytes: Buffer, from: number): void {
    if (this.#chunkUsed + length > this.#chunk.length) {
      this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_LENGTH, length));
      this.#chunkUsed = 0;
    }
    const chunk = this.#chunk;
    const start = this.#chunkUsed;
    const end = (this.#chunkUsed += length);
    copyBytes(bytes, from, from + length, chunk, start);
    const call = { slot, generation, flags, chunk, start, end, attempts: 0, place: 0, isCompleted: false };
    this.#open[slot] = call;
    this.#inFlight++;
    this.#unsent.push(call);
  }

  /** Gives a call up, for `Agent.cancel`: it is completed at once, and its reply will be skipped. */
  cancel(slot: number, generation: number): void {
    const call = this.openOf(slot, generation);
    if (call === undefined) return;
    this.#close(call);
    this.#completions.empty(CompletionKind.VOID, slot, generation);
  }

  /** Takes all requests that wait, as bytes to be sent, neighbours together; from here on they count as sent. */
  takeUnsent(): Buffer[] {
    const calls = unanswered(this.#unsent.takeAll());
    const parts: Buffer[] = [];
    for (let i = 0; i < calls.length;) {
      const { chunk, start } = calls[i];
      let end = start;
      for (; calls[i]?.chunk === chunk && calls[i].start === end; i++) {
        end = calls[i].end;
        calls[i].attempts++;
        calls[i].place = ++this.#places;
        this.onSent(calls[i]);
      }
      parts.push(chunk.subarray(start, end));
    }
    return parts;
  }

  /**
   * Settles the calls of a lost connection. A request that was sent may have run: if it is repeatable (`REPEATABLE_FLAG`) and has
   * attempts left, it waits to be sent again, before unsent ones. The other sent calls fail with `failure`.
   */
  loseConnection(failure: CallFailure): void {
    const unsent = unanswered(this.#unsent.takeAll());
    for (const call of this.takeSent()) {
      const isRepeated = (call.flags & REPEATABLE_FLAG) !== 0 && call.attempts < this.#maxAttempts;
      if (isRepeated) {
        call.place = 0;
        this.#unsent.push(call);
      } else this.#fail(call, failure);
    }
    for (const call of unsent) this.#unsent.push(call);
  }

  /** Fails all calls. @param ofSent the failure of calls that may have run. @param ofUnsent the failure of calls that were not sent. */
  failAll(ofSent: CallFailure, ofUnsent: CallFailure): void {
    for (const call of this.takeSent()) this.#fail(call, ofSent);
    for (const call of unanswered(this.#unsent.takeAll())) this.#fail(call, ofUnsent);
  }

  /** A request was sent. */
  protected onSent(_call: RetainedCall): void {}

  /** The calls that were sent and have no completion, the first one first. */
  protected takeSent(): RetainedCall[] {
    const sent = this.#open.filter((call) => call !== undefined && call.place > 0) as RetainedCall[];
    return sent.sort((one, other) => one.place - other.place);
  }

  /** The call of a slot, unless it has its completion. */
  protected openOf(slot: number, generation: number): RetainedCall | undefined {
    const call = this.#open[slot];
    return call?.generation === generation ? call : undefined;
  }

  /** A call has its reply. @returns the call, to be completed now; null when it was given up */
  protected replied(call: RetainedCall): BegunCall | null {
    this.#replies++;
    if (call.isCompleted) return null;
    this.#close(call);
    return call;
  }

  #fail(call: RetainedCall, failure: CallFailure): void {
    this.#close(call);
    this.#completions.error(call.slot, call.generation, failure);
  }

  /** Forgets a call whose completion is written now. */
  #close(call: RetainedCall): void {
    call.isCompleted = true;
    this.#open[call.slot] = undefined;
    this.#inFlight--;
  }
}

/** Those that have no completion yet. */
function unanswered(calls: readonly RetainedCall[]): RetainedCall[] {
  return calls.filter(({ isCompleted }) => !isCompleted);
}
