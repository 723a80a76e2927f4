import {
  requestTemplate,
  TEMPLATE_PARTITION_ID_OFFSET,
  type MessageSpec,
  type RequestTemplate,
} from '@offloop/wire/protocol';
import { RequestFlag } from '@offloop/wire/ring';
import type { ListShape } from './list-result.js';
import { RequestPrefix } from './request-prefix.js';

/** Decodes a whole response message (`FRAMES`) into what the call resolves to; must not keep `bytes`. */
export type DecodeFrames = (bytes: Buffer, start: number, end: number) => unknown;

/** What the runtime knows of one kind of call: enough to write its request and to finish its response. */
export class Operation {
  readonly spec: MessageSpec;
  /** Bits of `RequestFlag`. */
  readonly flags: number;
  readonly decodeFrames: DecodeFrames | undefined;

  /** @param extraFlags bits of `RequestFlag` that are not the message's but this use of it. */
  constructor(spec: MessageSpec, decodeFrames?: DecodeFrames, extraFlags: number = 0) {
    this.spec = spec;
    this.flags =
      (spec.retryable ? RequestFlag.RETRYABLE : 0) |
      (spec.waits === true ? RequestFlag.WAITS : 0) |
      extraFlags;
    this.decodeFrames = decodeFrames;
  }

  /** What becomes of a list; undefined where none is asked for. */
  get list(): ListShape | undefined {
    return undefined;
  }

  get waits(): boolean {
    return (this.flags & RequestFlag.WAITS) !== 0;
  }
}

/** An operation whose response is one list of serialized values. */
export class ListOperation<M extends MessageSpec> extends Operation {
  declare readonly spec: M;
  readonly #list: ListShape;

  constructor(spec: M, list: ListShape) {
    super(spec, undefined, RequestFlag.LIST);
    this.#list = list;
  }

  override get list(): ListShape {
    return this.#list;
  }
}

/**
 * An operation of one object: its request's first bytes are the same in every call, so they are built once and copied.
 *
 * ```
 *   +---------------+------------+-----------+-----------+
 *   | initial frame | name frame | key frame | value ... |
 *   +---------------+------------+-----------+-----------+
 *   |<------- prefix ----------->|<--- per call -------->|
 * ```
 */
export class ObjectOperation extends Operation {
  readonly prefix: RequestPrefix;
  /** Offsets in the prefix of the fixed-size fields, in the order of their definition. */
  readonly fixedOffsets: readonly number[];
  /** Frames that each call appends. */
  readonly frames: number;

  constructor(spec: MessageSpec, name: string, decodeFrames?: DecodeFrames, extraFlags: number = 0) {
    super(spec, decodeFrames, extraFlags);
    const template: RequestTemplate = requestTemplate(spec, name);
    this.prefix = new RequestPrefix(template.bytes);
    this.fixedOffsets = Object.values(template.fixed);
    this.frames = template.rest.length;
  }
}

/**
 * An operation of many objects of one partition, whose request is a list of them (`PartRequest`) behind a prefix that is
 * built once, as that of an {@link ObjectOperation}.
 */
export class PartOperation extends Operation {
  readonly prefix: RequestPrefix;
  readonly #list: ListShape | undefined;

  /**
   * @param flag value of the message's fixed-size field, a boolean, if it has one.
   * @param list what becomes of the answer; undefined where it is no list.
   * @param extraFlags bits of `RequestFlag`.
   */
  constructor(
    spec: MessageSpec,
    name: string,
    list: ListShape | undefined,
    flag: boolean = false,
    extraFlags: number = 0,
  ) {
    super(spec, undefined, (list === undefined ? 0 : RequestFlag.LIST) | extraFlags);
    const template: RequestTemplate = requestTemplate(spec, name);
    for (const offset of Object.values(template.fixed)) template.bytes[offset] = flag ? 1 : 0;
    this.prefix = new RequestPrefix(template.bytes);
    this.#list = list;
  }

  override get list(): ListShape | undefined {
    return this.#list;
  }
}

export { TEMPLATE_PARTITION_ID_OFFSET };
