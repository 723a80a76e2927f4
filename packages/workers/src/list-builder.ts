import { CompletionKind, copyBytes } from '@offloop/wire/ring';
import type { CompletionWriter } from './completion-writer.js';
import { ListScan, ScanState } from './list-scan.js';
import { ownCopy } from './own-copy.js';

/** Bytes. A shorter list is walked at once and goes inline: the caller, too, finishes it in one step. */
const LONGEST_INLINE = 32 * 1024;

/** Elements a duty cycle walks over: some hundred microseconds of short values. */
const ELEMENTS_A_CYCLE = 4096;

interface Unfinished {
  readonly slot: number;
  readonly generation: number;
  readonly message: ArrayBuffer;
  readonly scan: ListScan;
}

/** Makes `LIST` completions. A long list takes several duty cycles, between which other calls go on. */
export class ListBuilder {
  readonly #completions: CompletionWriter;
  readonly #unfinished: Unfinished[] = [];
  #scratch: Buffer = Buffer.allocUnsafeSlow(2 * LONGEST_INLINE);

  constructor(completions: CompletionWriter) {
    this.#completions = completions;
  }

  get isBusy(): boolean {
    return this.#unfinished.length > 0;
  }

  /** Completes the call with the response in `bytes[start, end)`, now or in a later cycle. */
  begin(slot: number, generation: number, bytes: Buffer, start: number, end: number): void {
    if (end - start <= LONGEST_INLINE) {
      this.#complete(slot, generation, new ListScan(bytes, start, end));
      return;
    }
    const copy = ownCopy(bytes, start, end);
    this.#unfinished.push({
      slot,
      generation,
      message: copy.buffer,
      scan: new ListScan(copy, 0, copy.length),
    });
  }

  /** A duty cycle's share of the work. */
  advance(): void {
    const next = this.#unfinished[0];
    if (next === undefined) return;
    const { slot, generation, message, scan } = next;
    const state = scan.advance(ELEMENTS_A_CYCLE);
    if (state === ScanState.MORE) return;
    this.#unfinished.shift();
    if (state === ScanState.ODD) {
      this.#completions.body(CompletionKind.FRAMES, slot, generation, scan.bytes, scan.start, scan.end);
    } else {
      this.#completions.handOverList(slot, generation, tableOf(scan), message);
    }
  }

  #complete(slot: number, generation: number, scan: ListScan): void {
    const { bytes, start, end } = scan;
    // A frame has six bytes at least, so the message has no more elements than this.
    if (scan.advance(end - start) === ScanState.ODD) {
      this.#completions.body(CompletionKind.FRAMES, slot, generation, bytes, start, end);
      return;
    }
    const { tableLength } = scan;
    const length = tableLength + end - start;
    if (length > this.#completions.longestBody) {
      this.#completions.handOverList(slot, generation, tableOf(scan), ownCopy(bytes, start, end).buffer);
      return;
    }
    if (length > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(length);
    scan.writeTable(this.#scratch, 0);
    copyBytes(bytes, start, end, this.#scratch, tableLength);
    this.#completions.body(CompletionKind.LIST, slot, generation, this.#scratch, 0, length);
  }
}

function tableOf(scan: ListScan): ArrayBuffer {
  const table = new ArrayBuffer(scan.tableLength);
  scan.writeTable(Buffer.from(table), 0);
  return table;
}
