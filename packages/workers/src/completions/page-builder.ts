import type { CompletionWriter } from '@offloop/runtime/thread';
import { ownCopy } from '@offloop/runtime/bytes';
import { ProtocolError } from '@offloop/wire';
import { WorkerErrorCode, type WireError, CompletionKind } from '@offloop/contract';
import { PageScan, PageState } from './page-scan.js';

/** Bytes. A response up to this is read at once. */
const LONGEST_AT_ONCE = 32 * 1024;

/** Values that one duty cycle reads: some hundred microseconds for short ones. */
const VALUES_A_CYCLE = 8192;

interface Unfinished {
  readonly slot: number;
  readonly generation: number;
  /** Bytes of the response. */
  readonly length: number;
  readonly scan: PageScan;
}

/** Makes `PAGE` completions of SQL responses. A long page takes several duty cycles, so that other calls go on meanwhile. */
export class PageBuilder {
  readonly #completions: CompletionWriter;
  readonly #limit: number;
  readonly #unfinished: Unfinished[] = [];
  readonly #scan: PageScan;

  /** @param maxMessageBytes the longest message, in bytes; a page may have up to twice as many. */
  constructor(completions: CompletionWriter, maxMessageBytes: number) {
    this.#completions = completions;
    this.#limit = 2 * maxMessageBytes;
    this.#scan = new PageScan(this.#limit);
  }

  /** True while a page is unfinished: `advance` has work. */
  get isBusy(): boolean {
    return this.#unfinished.length > 0;
  }

  /**
   * Completes the call with the response in `bytes[start, end)`, now or in a later cycle.
   *
   * @param connection the number of the connection that it came by. @param mostRows rows that were asked for.
   */
  begin(
    slot: number,
    generation: number,
    connection: number,
    mostRows: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): void {
    if (end - start <= LONGEST_AT_ONCE) {
      const atOnce = this.#scan.begin(connection, mostRows, bytes, start, end);
      this.#step(slot, generation, atOnce, Infinity, false);
      return;
    }
    const copy = ownCopy(bytes, start, end);
    this.#completions.retain(copy.length);
    const scan = new PageScan(this.#limit).begin(connection, mostRows, copy, 0, copy.length);
    this.#unfinished.push({ slot, generation, length: copy.length, scan });
  }

  /** Does one duty cycle's share of the work. */
  advance(): void {
    const first = this.#unfinished[0];
    if (first === undefined) return;
    const { slot, generation, length, scan } = first;
    if (this.#step(slot, generation, scan, VALUES_A_CYCLE, true)) return;
    this.#unfinished.shift();
    this.#completions.release(length);
  }

  /** @returns true if values are left; if not, the call is completed. @param isOwn true if the page's memory may be handed over. */
  #step(slot: number, generation: number, scan: PageScan, values: number, isOwn: boolean): boolean {
    const completions = this.#completions;
    let state: PageState;
    try {
      state = scan.advance(values);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      const { message } = error;
      completions.error(slot, generation, { code: WorkerErrorCode.PROTOCOL, message } satisfies WireError);
      return false;
    }
    if (state === PageState.MORE) return true;
    const { bytes, length } = scan.output;
    if (state === PageState.NONE)
      completions.body(CompletionKind.FRAMES, slot, generation, scan.bytes, scan.start, scan.end);
    else if (isOwn) completions.handOverWhole(CompletionKind.PAGE, slot, generation, [bytes.buffer]);
    else completions.body(CompletionKind.PAGE, slot, generation, bytes, 0, length);
    return false;
  }
}
