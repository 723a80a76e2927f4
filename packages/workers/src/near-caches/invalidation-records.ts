import { dataHash, DATA_TYPE_OFFSET, type WireUuid } from '@offloop/wire';
import {
  ALL_KEYS,
  CHANGE_HEADER,
  INVALIDATION_HEADER,
  InvalidationKind,
  NUMBERED_LENGTH,
} from '@offloop/contract/invalidation';

/** Bytes after which a record ends: the caller's thread looks at the clock behind each. */
const FULL_RECORD = 4096;
/** Bytes that are kept for the next record: one long key must not hold its memory for ever. */
const MOST_KEPT = 16 * FULL_RECORD;

/** Collects changes and sequence numbers for near caches in records, and hands each over when it is full. */
export class InvalidationRecords {
  readonly #handOver: (bytes: Buffer, start: number, end: number) => void;
  #bytes: Buffer = Buffer.allocUnsafeSlow(2 * FULL_RECORD);
  /** For 64-bit numbers: a Buffer's own methods take several times as long. */
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** @param handOver takes the record in `bytes[start, end)`, valid until it returns. */
  constructor(handOver: (bytes: Buffer, start: number, end: number) => void) {
    this.#handOver = handOver;
  }

  /**
   * Adds the change of an entry. Throws ProtocolError, and adds nothing, for a key shorter than its header.
   *
   * @param key with its header; null: all keys were changed. @param isOwn true if a call of this client has changed it.
   */
  change(key: Buffer | null, isOwn: boolean, uuid: WireUuid, sequence: bigint): void {
    const hash = key === null ? 0 : dataHash(key, 0, key.length);
    const length = key === null ? 0 : key.length - DATA_TYPE_OFFSET;
    const at = this.#room(InvalidationKind.CHANGED, CHANGE_HEADER + length);
    this.#view.setInt32(at, key === null ? ALL_KEYS : length, true);
    this.#view.setInt32(at + 4, hash, true);
    this.#view.setInt32(at + 8, isOwn ? 1 : 0, true);
    this.#putNumber(at + 12, uuid, sequence);
    key?.copy(this.#bytes, at + CHANGE_HEADER, DATA_TYPE_OFFSET);
    this.#endOfEntry();
  }

  /** Adds the sequence number that a member's partition has reached. */
  number(partition: number, uuid: WireUuid, sequence: bigint): void {
    const at = this.#room(InvalidationKind.NUMBERED, NUMBERED_LENGTH);
    this.#view.setInt32(at, partition, true);
    this.#putNumber(at + 4, uuid, sequence);
    this.#endOfEntry();
  }

  /** Adds a record that says that changes could not be read, and hands it over. */
  unreadable(): void {
    this.#room(InvalidationKind.UNREADABLE, 0);
    this.end();
  }

  /** Hands over the record begun, if any. To be called before entries of another kind. */
  end(): void {
    if (this.#length > 0) this.#handOver(this.#bytes, 0, this.#length);
    this.#length = 0;
    if (this.#bytes.length > MOST_KEPT) this.#take(2 * FULL_RECORD);
  }

  /** @returns where the next entry begins. */
  #room(kind: InvalidationKind, length: number): number {
    if (this.#length === 0) this.#length = INVALIDATION_HEADER;
    const at = this.#length;
    const end = at + length;
    if (end > this.#bytes.length) {
      const shorter = this.#bytes;
      this.#take(2 * end);
      shorter.copy(this.#bytes, 0, 0, at);
    }
    this.#view.setInt32(0, kind, true);
    this.#length = end;
    return at;
  }

  #putNumber(at: number, { msb, lsb }: WireUuid, sequence: bigint): void {
    this.#view.setBigInt64(at, msb, true);
    this.#view.setBigInt64(at + 8, lsb, true);
    this.#view.setBigInt64(at + 16, sequence, true);
  }

  #take(length: number): void {
    this.#bytes = Buffer.allocUnsafeSlow(length);
    this.#view = new DataView(this.#bytes.buffer);
  }

  #endOfEntry(): void {
    if (this.#length >= FULL_RECORD) this.end();
  }
}
