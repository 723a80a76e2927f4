import {
  decodeResponse,
  isFixedType,
  requestTemplate,
  responseShape,
  ResponseShape,
  type FieldSpec,
  type FrameReader,
  type MessageSpec,
  type ResponseOf,
} from '@offloop/wire';
import { RequestFlag } from '@offloop/contract';
import type Long from 'long';
import type { ReadOnlyLazyList } from './completions/read-only-lazy-list.js';
import type { DataDecoder } from '@offloop/values';
import type { RowPage } from './completions/page/row-page.js';
import type { ListShape } from './completions/list-result.js';
import type { ValueList } from './completions/value-list.js';
import type { ArgumentsOf } from './requests/arguments.js';
import { fixedField, type FixedField } from './requests/fixed-fields.js';
import type { Prefixed } from './requests/object-name.js';

/** Makes a call's result of its whole response message (`FRAMES`); must not keep `bytes`. */
export type DecodeFrames = (bytes: Buffer, start: number, end: number, decoder: DataDecoder) => unknown;

/**
 * Makes a call's result of the list that its response begins with, and of the frames behind that. The cursor stands before the
 * first of those. Copies the bytes that it keeps.
 */
export type ReadBehind = (list: never, behind: FrameReader, decoder: DataDecoder) => unknown;

/**
 * Type of a stored value. Only the caller knows the real one, so this fits each: a `Promise<Stored>` is a `Promise<V | null>`
 * without a cast, whatever `V` the proxy promises.
 */
export type Stored = never;

/** Result of a response that needs no decoder. That of one which needs a decoder is `unknown`: see {@link decodedOperation}. */
export type ResultOf<M extends MessageSpec> = M['response'] extends readonly []
  ? void
  : M['response'] extends readonly [readonly [string, infer T]]
    ? T extends keyof PlainResults
      ? PlainResults[T]
      : unknown
    : unknown;

/** Result of a call that has opened something on a member, with the number of the connection that it is lost with. */
export interface WithConnection<R> {
  readonly connection: number;
  readonly value: R;
}

interface PlainResults {
  readonly boolean: boolean;
  readonly int: number;
  readonly long: Long;
  readonly Data: Stored;
  readonly 'Data?': Stored;
}

interface Lists {
  readonly [ListShape.ITEMS]: Stored[];
  readonly [ListShape.ENTRIES]: [Stored, Stored][];
  readonly [ListShape.LAZY]: ReadOnlyLazyList<Stored>;
  readonly [ListShape.WHOLE]: ValueList<Stored>;
}

export type ListOf<S extends ListShape> = Lists[S];

/** Flags of calls that open something on a member which is lost with the connection, or depend on it: a cursor, a transaction. */
const OF_CONNECTION = RequestFlag.PAGE | RequestFlag.CONNECTION | RequestFlag.TELLS_CONNECTION;
/** Flags of calls that depend on what one shard keeps: a connection, or answers that a compute thread fetches. */
const NEEDS_LOOP = OF_CONNECTION | RequestFlag.DEFERRED;

/** The beginning of a request that is written straight into a claim. */
interface Initial extends Prefixed {
  readonly fixed: readonly FixedField[];
}

/** What a use of a message adds to the message. */
export interface OperationOptions {
  /** Form of the list that the call returns. Default: its response is not read as a list. */
  readonly list?: ListShape | undefined;
  readonly decodeFrames?: DecodeFrames | undefined;
  /** Reads the frames behind the list. Default: the response has only the list. */
  readonly readBehind?: ReadBehind | undefined;
  /** Bits of `RequestFlag` that the message does not define, but this use of it. */
  readonly flags?: number;
}

/**
 * One kind of call: encodes and routes its request, and makes its response a result. It depends on the message alone, so that all
 * objects share it: make it a constant of the module that calls it.
 *
 * The type parameters are the types of a call's arguments, of its result, and of the message.
 */
export class Operation<
  in Arguments = never,
  out Result = unknown,
  out Spec extends MessageSpec = MessageSpec,
> {
  /** Exists for types only. */
  declare readonly accepts: (given: Arguments) => void;
  declare readonly result: Result;
  readonly spec: Spec;
  /** Flags of the request, bits of `RequestFlag`. */
  readonly flags: number;
  /** See `PlaceOfOperation`. */
  readonly needsThread: boolean;
  readonly prefersThread: boolean;
  readonly needsLoop: boolean;
  /** See {@link OperationOptions}. */
  readonly list: ListShape | undefined;
  readonly decodeFrames: DecodeFrames | undefined;
  readonly readBehind: ReadBehind | undefined;
  /** True if the request goes to the owner of its `key`. */
  readonly hasKey: boolean;
  /** True if the request goes to the owner of the partition of the object's name, or of any one partition. */
  readonly isOfName: boolean;
  /**
   * The request's beginning; undefined for a request that is encoded by the table. The others have only single values behind the
   * name.
   */
  readonly initial: Initial | undefined;
  /**
   * Names of the fields with one serialized value each, the key first, then the others in the order of their frames. Empty if
   * `initial` is undefined.
   */
  readonly valueFields: readonly string[];
  /**
   * Number of values in the request up to its key: 1 if the key is the first, more if a processor stands before it, 0 without a
   * key.
   */
  readonly valuesToKey: number;
  #preferring: Operation<Arguments, Result, Spec> | undefined;
  #traced: Operation<Arguments, Result, Spec> | undefined;

  constructor(spec: Spec, { list, decodeFrames, readBehind, flags = 0 }: OperationOptions = {}) {
    this.spec = spec;
    this.flags =
      flags |
      (spec.retryable ? RequestFlag.RETRYABLE : 0) |
      (spec.waits === true ? RequestFlag.WAITS : 0) |
      (list === undefined ? 0 : RequestFlag.LIST);
    this.needsLoop = (this.flags & NEEDS_LOOP) !== 0;
    const waits = spec.waits === true && !this.needsLoop;
    this.needsThread = spec.effect === 'locks' || (waits && spec.effect === 'writes');
    this.prefersThread = waits && spec.effect === 'reads';
    this.list = list;
    this.decodeFrames = decodeFrames;
    this.readBehind = readBehind;
    this.hasKey = spec.routing === 'key';
    // Any partition will do for `random`, but always the same: one replica may be behind another.
    this.isOfName = spec.routing === 'name' || spec.routing === 'random';
    const variable = variableFields(spec);
    const direct = startsWithName(spec) && variable.every(isSingleValue) && !spec.request.some(isNewer);
    this.initial = direct ? initialOf(spec, variable.length === 0) : undefined;
    const names = direct ? variable.map(([name]) => name) : [];
    this.valuesToKey = this.hasKey ? names.indexOf('key') + 1 : 0;
    this.valueFields = this.valuesToKey > 1 ? ['key', ...names.filter((name) => name !== 'key')] : names;
  }

  /** True if the member may answer as late as it likes. */
  get waits(): boolean {
    return (this.flags & RequestFlag.WAITS) !== 0;
  }

  /** True if the call opens a cursor or a transaction on a member, or depends on one. */
  get isOfConnection(): boolean {
    return (this.flags & OF_CONNECTION) !== 0;
  }

  /** True if giving the call up would lose what it got, so that it takes neither timeout nor signal. */
  get acquires(): boolean {
    return this.spec.acquires ?? this.waits;
  }

  /** This operation for a call that prefers a member. */
  get preferring(): Operation<Arguments, Result, Spec> {
    return (this.#preferring ??= this.#with({ flags: RequestFlag.PREFERS }));
  }

  /** This operation for a call that is traced: the worker reports its retries and its end. */
  get traced(): Operation<Arguments, Result, Spec> {
    return (this.#traced ??= this.#with({ flags: RequestFlag.TRACED }));
  }

  /** Makes of this one an operation whose response goes to another thread undecoded: the whole message, in a buffer that can be transferred. */
  get raw(): Operation<Arguments, ArrayBuffer, Spec> {
    return this.#with({ flags: RequestFlag.RAW });
  }

  /**
   * Makes of this one an operation whose response may hold a page of rows, which it then resolves to. It opens or moves a cursor of
   * the member, so it is never sent twice.
   */
  get paged(): Operation<Arguments, Result | RowPage, Spec> {
    return this.#with({ flags: RequestFlag.PAGE });
  }

  /** Makes of this one an operation that also resolves to the number of the connection: what it opens is lost with that. */
  get tellingConnection(): Operation<Arguments, WithConnection<Result>, Spec> {
    return this.#with({ flags: RequestFlag.TELLS_CONNECTION });
  }

  /** Makes of this `listOperation` one whose response goes on behind the list: see {@link ReadBehind}. */
  readingBehind<R>(
    read: (list: Result, behind: FrameReader, decoder: DataDecoder) => R,
  ): Operation<Arguments, R, Spec> {
    return this.#with({ readBehind: read });
  }

  #with<R>(changes: OperationOptions): Operation<Arguments, R, Spec> {
    const { list, decodeFrames, readBehind } = this;
    const flags = this.flags | (changes.flags ?? 0);
    return new Operation(this.spec, { list, decodeFrames, readBehind, ...changes, flags });
  }
}

/** An operation whose request is written straight into a claim. */
export type DirectOperation<R = unknown> = Operation<never, R> & { readonly initial: Initial };

export function isDirect<R>(given: Operation<never, R>): given is DirectOperation<R> {
  return given.initial !== undefined;
}

/**
 * A call of many objects at once, as one request a partition (`PartRequests`): behind the name there is only a list of keys, or
 * of entries. `Arguments` are the other fields of the message.
 */
export class PartOperation<in Arguments = never, out Result = unknown> extends Operation<never, Result> {
  declare readonly acceptsInParts: (given: Arguments) => void;
  override readonly initial: Initial;

  constructor(spec: MessageSpec, options: OperationOptions = {}) {
    super(spec, options);
    const variable = variableFields(spec);
    if (!startsWithName(spec) || variable.length !== 1 || !OBJECT_LISTS.includes(variable[0][1])) {
      throw new TypeError(`message 0x${spec.id.toString(16)} is more than a name and a list of objects`);
    }
    this.initial = initialOf(spec, false);
  }

  /** Makes of this one an operation whose responses stay in the worker, for compute threads to fetch. */
  get deferred(): PartOperation<Arguments, undefined> {
    return new PartOperation(this.spec, { flags: RequestFlag.DEFERRED });
  }
}

const OBJECT_LISTS: readonly string[] = ['List_Data', 'EntryList_Data_Data', 'EntryList_Data_List_Data'];

/** The fields that all parts of a call have in common: all but the list. */
type PartArgumentsOf<M extends MessageSpec> = Required<
  Omit<
    ArgumentsOf<M>,
    Extract<
      M['request'][number],
      readonly [string, 'List_Data' | 'EntryList_Data_Data' | 'EntryList_Data_List_Data']
    >[0]
  >
>;

/**
 * Makes an operation that resolves to its message's one field, if that is a flag, a number or a stored value, or to nothing.
 *
 * @param flags bits of `RequestFlag`, such as `MEMBER` for a call whose target must carry it out, or `TASK`.
 */
export function operation<M extends MessageSpec>(
  spec: M,
  flags: number = 0,
): Operation<ArgumentsOf<M>, ResultOf<M>, M> {
  if (responseShape(spec) === ResponseShape.FRAMES) {
    throw new TypeError(`the response to message 0x${spec.id.toString(16)} needs a decoder`);
  }
  return new Operation(spec, { flags });
}

/**
 * Makes an operation whose response is one list of stored values, or of entries; with `WHOLE` also a list among other things.
 *
 * @param flags as in {@link operation}.
 */
export function listOperation<M extends MessageSpec, S extends ListShape>(
  spec: M,
  list: S,
  flags: number = 0,
): Operation<ArgumentsOf<M>, Lists[S], M> {
  return new Operation(spec, { list, flags });
}

/**
 * Makes an operation whose response a function decodes. Serialized values in it are read by the decoder; bytes that the function
 * keeps, it copies.
 *
 * @param flags as in {@link operation}.
 */
export function decodedOperation<M extends MessageSpec, R>(
  spec: M,
  decode: (response: ResponseOf<M>, decoder: DataDecoder) => R,
  flags: number = 0,
): Operation<ArgumentsOf<M>, R, M> {
  // What the worker would otherwise read comes undecoded.
  const undecoded = responseShape(spec) === ResponseShape.FRAMES ? 0 : RequestFlag.FRAMES;
  return new Operation(spec, {
    decodeFrames: (bytes, start, end, decoder) => decode(decodeResponse(spec, bytes, start, end), decoder),
    flags: flags | undecoded,
  });
}

/** Makes of an operation one of many objects, with a request and a response for each partition. */
export function inParts<M extends MessageSpec, R>({
  spec,
  list,
  decodeFrames,
  flags,
}: Operation<ArgumentsOf<M>, R, M>): PartOperation<PartArgumentsOf<M>, R> {
  return new PartOperation(spec, { list, decodeFrames, flags });
}

function isFixed([, type]: FieldSpec): boolean {
  return isFixedType(type);
}

function isSingleValue([, type]: FieldSpec): boolean {
  return type === 'Data';
}

function isNewer(field: FieldSpec): boolean {
  return field.length === 3;
}

/** Returns the fields that have frames of their own, without the object's name. */
function variableFields(spec: MessageSpec): FieldSpec[] {
  const variable = spec.request.filter((field) => !isFixed(field));
  return startsWithName(spec) ? variable.slice(1) : variable;
}

function startsWithName(spec: MessageSpec): boolean {
  const first = spec.request.find((field) => !isFixed(field));
  return first !== undefined && first[0] === 'name' && first[1] === 'String';
}

let lastNumber = -1;

function initialOf(spec: MessageSpec, endsWithName: boolean): Initial {
  const { bytes, fixed } = requestTemplate(spec, '');
  const offsets: Readonly<Record<string, number>> = fixed;
  return {
    number: ++lastNumber,
    initialFrame: Buffer.from(bytes.subarray(0, bytes.readInt32LE(0))),
    endsWithName,
    fixed: spec.request.flatMap(([name, type]) =>
      isFixedType(type) ? [fixedField(name, type, offsets[name])] : [],
    ),
  };
}
