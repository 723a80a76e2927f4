import { Hold } from '@offloop/runtime';
import { writable } from '@offloop/runtime/bytes';
import { dataHash, FLAG_FINAL, FRAME_HEADER_SIZE, partitionIdOf } from '@offloop/wire';
import { DataEncoder, toData, DEFAULT_SERIALIZATION } from '@offloop/values';
import { putFrameHeader } from './fixed-fields.js';
import { RequestPrefix } from './request-prefix.js';

/** The parts of an operation that {@link ObjectName.prefixOf} needs. */
export interface Prefixed {
  /** Number of the operation, unique in the process. */
  readonly number: number;
  /** The initial frame of its requests, with fixed fields of zero. */
  readonly initialFrame: Buffer;
  /** True if the name is the last frame of its requests. */
  readonly endsWithName: boolean;
}

/** The name of a distributed object, with what every request of this object needs. */
export class ObjectName {
  readonly text: string;
  readonly service: string;
  readonly id: string;
  /** Beginnings of requests, by the number of their operation; each is made for its first call. */
  readonly #prefixes: RequestPrefix[] = [];
  #hold: Hold | undefined;
  /** Hash of the partition key; undefined until it is first needed. */
  #hash: number | undefined;

  /**
   * @param service the member's name for the object's service.
   * @param id tells the object from all others of its service, where the name in requests does not.
   */
  constructor(text: string, service: string = '', id: string = text) {
    this.text = text;
    this.service = service;
    this.id = id;
  }

  /** Returns the first bytes of the operation's requests on this object: two frames in one piece, to be written at once. */
  prefixOf(operation: Prefixed): RequestPrefix {
    return (this.#prefixes[operation.number] ??= this.#newPrefix(operation));
  }

  /** The hold that requests on this object wait in while an earlier call on it is not sent yet; undefined if there is none. */
  get hold(): Hold | undefined {
    return this.#hold === undefined ? undefined : (this.#hold = this.#hold.open);
  }

  /** Makes later requests on this object wait, until the returned hold is released. */
  holdBack(): Hold {
    return (this.#hold = new Hold(this.#hold));
  }

  /** The part of the name behind its first `@`, or the whole name without one. Objects with the same key share a partition. */
  get partitionKey(): string {
    return this.text.slice(this.text.indexOf('@') + 1);
  }

  partitionId(partitionCount: number): number {
    if (this.#hash === undefined) {
      // Text is serialized alike whatever the settings.
      const key = toData(this.partitionKey, new DataEncoder(DEFAULT_SERIALIZATION));
      this.#hash = dataHash(key, 0, key.length);
    }
    return partitionIdOf(this.#hash, partitionCount);
  }

  #newPrefix({ initialFrame, endsWithName }: Prefixed): RequestPrefix {
    const start = initialFrame.length;
    const bytes = Buffer.alloc(start + FRAME_HEADER_SIZE + Buffer.byteLength(this.text));
    initialFrame.copy(bytes);
    bytes.write(this.text, start + FRAME_HEADER_SIZE);
    putFrameHeader(writable(bytes).view, start, bytes.length, endsWithName ? FLAG_FINAL : 0);
    return new RequestPrefix(bytes);
  }
}

/** The name in requests that do not concern a distributed object. */
export const NO_NAME: ObjectName = new ObjectName('');
