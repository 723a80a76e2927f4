import type { Writable } from 'node:stream';
import type { CallHeader } from '../../ring/call-header.js';
import { copyBytes } from '../../ring/copy-bytes.js';
import { CompletionKind, REPEATABLE_FLAG } from '../../ring/records.js';
import { Fifo } from '../../shared/fifo.js';
import type { CompletionWriter } from '../completion-writer.js';

/** Bytes. */
const CHUNK_LENGTH = 65_536;
/** The most times that a request is sent, by default. */
const DEFAULT_ATTEMPTS = 5;

/** A call that was begun. */
export interface PipelinedCall {
  readonly slot: number;
  readonly generation: number;
  readonly flags: number;
}

interface Entry extends PipelinedCall {
  /** The request is `chunk[start, end)`: kept until the reply is here, in case it has to be sent again. */
  readonly chunk: Buffer;
  readonly start: number;
  readonly end: number;
  /** Number of times it was sent. */
  attempts: number;
  /** True once the call has its completion: then its reply is skipped. */
  isCompleted: boolean;
}

/**
 * The calls of a connection on which replies carry no id, and come in the order of the requests. It keeps the requests, sends
 * those that wait, finds the call that a reply belongs to, and settles calls that are given up or whose connection is lost.
 *
 * @typeParam Failure the object for `CompletionWriter.error`, which the caller's half of the protocol reads.
 */
export class PipelinedCalls<Failure extends object = object> {
  readonly #completions: CompletionWriter;
  readonly #maxAttempts: number;
  /** Requests lie behind each other, so that those of one drain are one write. */
  #chunk: Buffer = Buffer.alloc(0);
  #chunkUsed = 0;
  readonly #unsent = new Fifo<Entry>();
  readonly #sent = new Fifo<Entry>();
  /** Calls without a completion, by slot. */
  readonly #open: (Entry | undefined)[] = [];
  #inFlight = 0;

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
    const call = { slot, generation, flags, chunk, start, end, attempts: 0, isCompleted: false };
    this.#open[slot] = call;
    this.#inFlight++;
    this.#unsent.push(call);
  }

  /** Gives a call up, for `Agent.cancel`: it is completed at once, and its reply will be skipped. */
  cancel(slot: number, generation: number): void {
    const call = this.#open[slot];
    if (call?.generation !== generation) return;
    this.#close(call);
    this.#completions.empty(CompletionKind.VOID, slot, generation);
  }

  /**
   * Writes all requests that wait, in one go; from here on they count as sent. Bytes that the stream does not take yet stay in
   * memory, within the caller's limits. @returns the number of requests.
   */
  send(to: Pick<Writable, 'cork' | 'write' | 'uncork'>): number {
    const calls = unanswered(this.#unsent);
    to.cork();
    for (let i = 0; i < calls.length;) {
      const { chunk, start } = calls[i];
      let end = start;
      for (; calls[i]?.chunk === chunk && calls[i].start === end; i++) {
        end = calls[i].end;
        calls[i].attempts++;
        this.#sent.push(calls[i]);
      }
      // Neighbours in memory are one write.
      to.write(chunk.subarray(start, end));
    }
    to.uncork();
    return calls.length;
  }

  /** Takes the call that the next reply belongs to: complete it now. Null when it was given up. Throws if no request was sent. */
  takeReplied(): PipelinedCall | null {
    const call = this.#sent.shift();
    if (call === undefined) throw new Error('a reply to no request');
    if (call.isCompleted) return null;
    this.#close(call);
    return call;
  }

  /**
   * Settles the calls of a lost connection. A request that was sent may have run: if it is repeatable (`REPEATABLE_FLAG`) and has
   * attempts left, it waits to be sent again, before unsent ones. The other sent calls fail with `failure`.
   */
  loseConnection(failure: Failure): void {
    const unsent = unanswered(this.#unsent);
    for (const call of unanswered(this.#sent)) {
      const isRepeated = (call.flags & REPEATABLE_FLAG) !== 0 && call.attempts < this.#maxAttempts;
      if (isRepeated) this.#unsent.push(call);
      else this.#fail(call, failure);
    }
    for (const call of unsent) this.#unsent.push(call);
  }

  /** Fails all calls. @param ofSent the failure of calls that may have run. @param ofUnsent the failure of calls that were not sent. */
  failAll(ofSent: Failure, ofUnsent: Failure): void {
    for (const call of unanswered(this.#sent)) this.#fail(call, ofSent);
    for (const call of unanswered(this.#unsent)) this.#fail(call, ofUnsent);
  }

  #fail(call: Entry, failure: Failure): void {
    this.#close(call);
    this.#completions.error(call.slot, call.generation, failure);
  }

  /** Forgets a call whose completion is written now. */
  #close(call: Entry): void {
    call.isCompleted = true;
    this.#open[call.slot] = undefined;
    this.#inFlight--;
  }
}

/** Empties the queue. @returns the calls that have no completion yet. */
function unanswered(queue: Fifo<Entry>): Entry[] {
  return queue.takeAll().filter(({ isCompleted }) => !isCompleted);
}
