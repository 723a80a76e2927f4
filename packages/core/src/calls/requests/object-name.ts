import { Hold, writable } from '@offloop/runtime';
import { dataHash, FLAG_FINAL, FRAME_HEADER_SIZE, partitionIdOf } from '@offloop/wire';
import { DataEncoder, toData, DEFAULT_SERIALIZATION } from '@offloop/values';
import { putFrameHeader } from './fixed-fields.js';
import { RequestPrefix } from './request-prefix.js';

/** What {@link ObjectName.prefixOf} needs of an operation. */
export interface Prefixed {
  /** A number that no other operation has. */
  readonly number: number;
  /** The initial frame, with its fixed fields at zero. */
  readonly initialFrame: Buffer;
  /** Whether the name is the last frame of its requests. */
  readonly endsWithName: boolean;
}

/** The name of a distributed object, as every request of this object needs it. */
export class ObjectName {
  readonly text: string;
  /** Beginnings of requests, by the number of their operation; each is made by its first call. */
  readonly #prefixes: RequestPrefix[] = [];
  #hold: Hold | undefined;
  /** The hash of the partition key; undefined until it is asked for. */
  #hash: number | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The first bytes of the operation's requests on this object: two frames in one piece, to be written at once. */
  prefixOf(operation: Prefixed): RequestPrefix {
    return (this.#prefixes[operation.number] ??= this.#newPrefix(operation));
  }

  /** What requests on this object wait in, while a call on it that was made before them is not sent yet. */
  get hold(): Hold | undefined {
    return this.#hold === undefined ? undefined : (this.#hold = this.#hold.open);
  }

  /** From now on they wait, until this is released. */
  holdBack(): Hold {
    return (this.#hold = new Hold(this.#hold));
  }

  /** The part of the name behind its first `@`: objects with the same one share a partition. Without `@`, the name. */
  get partitionKey(): string {
    return this.text.slice(this.text.indexOf('@') + 1);
  }

  /** The partition of an object that lives in one. */
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

/** The name in requests that are about no distributed object. */
export const NO_NAME: ObjectName = new ObjectName('');
