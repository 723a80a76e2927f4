import type { CompletionWriter } from '@offloop/runtime/thread';
import { copyBytes, ownCopy } from '@offloop/runtime/bytes';
import { CompletionKind } from '@offloop/contract';
import { ListScan, ScanState } from './list-scan.js';
import type { JsonTapes } from './tape/json-tapes.js';

/** Bytes. A list up to this is scanned at once and goes inline: the caller, too, finishes it in one step. */
const LONGEST_INLINE = 32 * 1024;

/** Elements that one duty cycle scans, or 64 KiB of JSON: some hundred microseconds. */
const ELEMENTS_A_CYCLE = 4096;

interface Unfinished {
  readonly slot: number;
  readonly generation: number;
  readonly message: ArrayBuffer;
  readonly scan: ListScan;
}

/** Makes `LIST` completions of responses. A long list takes several duty cycles, so that other calls go on meanwhile. */
export class ListBuilder {
  readonly #completions: CompletionWriter;
  readonly #tapes: JsonTapes | undefined;
  readonly #littleEndian: boolean;
  readonly #unfinished: Unfinished[] = [];
  readonly #scan: ListScan;
  #scratch: Buffer = Buffer.allocUnsafeSlow(2 * LONGEST_INLINE);

  /**
   * @param tapes makes tapes of elements that are JSON; undefined: they stay text.
   * @param littleEndian the byte order of payloads.
   */
  constructor(completions: CompletionWriter, tapes: JsonTapes | undefined, littleEndian: boolean) {
    this.#tapes = tapes;
    this.#littleEndian = littleEndian;
    this.#completions = completions;
    this.#scan = new ListScan(littleEndian, tapes);
  }

  /** True while a list is unfinished: `advance` has work. */
  get isBusy(): boolean {
    return this.#unfinished.length > 0;
  }

  /** Completes the call with the response in `bytes[start, end)`, now or in a later cycle. */
  begin(slot: number, generation: number, bytes: Buffer, start: number, end: number): void {
    if (end - start <= LONGEST_INLINE) {
      this.#complete(slot, generation, this.#scan.begin(bytes, start, end));
      this.#scan.clear();
      return;
    }
    const copy = ownCopy(bytes, start, end);
    this.#completions.retain(copy.length);
    this.#unfinished.push({
      slot,
      generation,
      message: copy.buffer,
      scan: new ListScan(this.#littleEndian, this.#tapes).begin(copy, 0, copy.length),
    });
  }

  /** Does one duty cycle's share of the work. */
  advance(): void {
    const next = this.#unfinished[0];
    if (next === undefined) return;
    const { slot, generation, message, scan } = next;
    const state = scan.advance(ELEMENTS_A_CYCLE);
    if (state === ScanState.MORE) return;
    this.#unfinished.shift();
    this.#completions.release(message.byteLength);
    if (state === ScanState.ODD)
      this.#completions.body(CompletionKind.FRAMES, slot, generation, scan.bytes, scan.start, scan.end);
    else this.#completions.handOverWhole(CompletionKind.LIST, slot, generation, [tableOf(scan), message]);
  }

  #complete(slot: number, generation: number, scan: ListScan): void {
    const { bytes, start, end } = scan;
    // There are fewer elements than bytes: this scans all of them.
    if (scan.advance(end - start) === ScanState.ODD)
      return this.#completions.body(CompletionKind.FRAMES, slot, generation, bytes, start, end);
    const { tableLength } = scan;
    const length = tableLength + end - start;
    if (length > this.#completions.longestBody) {
      const message = ownCopy(bytes, start, end).buffer;
      this.#completions.handOverWhole(CompletionKind.LIST, slot, generation, [tableOf(scan), message]);
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
