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

/** Makes what a call resolves to of its whole response message (`FRAMES`); must not keep `bytes`. */
export type DecodeFrames = (bytes: Buffer, start: number, end: number, decoder: DataDecoder) => unknown;

/**
 * Makes what a call resolves to of the list that its response begins with, and of the frames behind that. The cursor stands before
 * the first of those. Bytes it wants to keep, it copies.
 */
export type ReadBehind = (list: never, behind: FrameReader, decoder: DataDecoder) => unknown;

/**
 * A value somebody stored. Nobody but the caller knows its type, so it fits each: a `Promise<Stored>` is a `Promise<V | null>`
 * without a cast, whatever `V` the proxy promises.
 */
export type Stored = never;

/** What becomes of a response that needs no decoder. One that needs one is `unknown`: see {@link decodedOperation}. */
export type ResultOf<M extends MessageSpec> = M['response'] extends readonly []
  ? void
  : M['response'] extends readonly [readonly [string, infer T]]
    ? T extends keyof PlainResults
      ? PlainResults[T]
      : unknown
    : unknown;

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

/** What a list becomes in a shape. */
export type ListOf<S extends ListShape> = Lists[S];

/** The beginning of a request that can be written into a claim. */
interface Initial extends Prefixed {
  readonly fixed: readonly FixedField[];
}

/**
 * One kind of call: how its request is written and routed, and how its response becomes a result. Of the message alone, so
 * that all objects share it: make it a constant of the module that calls it.
 *
 * Its type parameters say what a call gives and gets.
 */
export class Operation<in Arguments = never, out Result = unknown> {
  /** For types only. */
  declare readonly accepts: (given: Arguments) => void;
  declare readonly result: Result;
  readonly spec: MessageSpec;
  /** Bits of `RequestFlag`. */
  readonly flags: number;
  /** What becomes of a list; undefined where none is asked for. */
  readonly list: ListShape | undefined;
  readonly decodeFrames: DecodeFrames | undefined;
  /** Reads what stands behind the list; undefined where the list is all there is. */
  readonly readBehind: ReadBehind | undefined;
  /** Whether the request goes to the owner of its `key`. */
  readonly hasKey: boolean;
  /** Whether it goes to the owner of the partition of the object's name, or to that of any one partition. */
  readonly isOfName: boolean;
  /** Undefined for a request that is encoded by the table. The others have nothing behind the name but single values. */
  readonly initial: Initial | undefined;
  /**
   * The fields with a serialized value each, the key first, then the others in the order of their frames; none where `initial`
   * is undefined.
   */
  readonly valueFields: readonly string[];
  /** How many values the request has up to its key: 1 where the key is the first, more where a processor stands before it, 0 without a key. */
  readonly valuesToKey: number;
  #preferring: Operation<Arguments, Result> | undefined;
  #traced: Operation<Arguments, Result> | undefined;

  /** @param flags bits of `RequestFlag` that are not the message's but this use of it. */
  constructor(
    spec: MessageSpec,
    list?: ListShape,
    decodeFrames?: DecodeFrames,
    flags: number = 0,
    readBehind?: ReadBehind,
  ) {
    this.spec = spec;
    this.flags =
      flags |
      (spec.retryable ? RequestFlag.RETRYABLE : 0) |
      (spec.waits === true ? RequestFlag.WAITS : 0) |
      (list === undefined ? 0 : RequestFlag.LIST);
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

  /** Whether the call may rest on the member for as long as it likes. */
  get waits(): boolean {
    return (this.flags & RequestFlag.WAITS) !== 0;
  }

  /** Whether the call opens a cursor on a member, or depends on one. */
  get isOfCursor(): boolean {
    return (this.flags & (RequestFlag.PAGE | RequestFlag.CONNECTION)) !== 0;
  }

  /** Whether giving the call up would lose what it got, so that it takes neither timeout nor signal. */
  get acquires(): boolean {
    return this.spec.acquires ?? this.waits;
  }

  /** This operation for a call that says which member it would like. */
  get preferring(): Operation<Arguments, Result> {
    this.#preferring ??= this.#with(RequestFlag.PREFERS);
    return this.#preferring;
  }

  /** This operation for a call that is traced: the worker tells of its retries and its end. */
  get traced(): Operation<Arguments, Result> {
    this.#traced ??= this.#with(RequestFlag.TRACED);
    return this.#traced;
  }

  #with(flag: number): Operation<Arguments, Result> {
    return new Operation(this.spec, this.list, this.decodeFrames, this.flags | flag, this.readBehind);
  }
}

/** An operation whose request is written straight into a claim. */
export type DirectOperation<R = unknown> = Operation<never, R> & { readonly initial: Initial };

export function isDirect<R>(given: Operation<never, R>): given is DirectOperation<R> {
  return given.initial !== undefined;
}

/**
 * A call of many objects at once, as one request a partition (`PartRequests`): a list of keys, or of entries, is all that
 * stands behind the name. `Arguments` are the other fields of the message.
 */
export class PartOperation<in Arguments = never, out Result = unknown> extends Operation<never, Result> {
  declare readonly acceptsInParts: (given: Arguments) => void;
  override readonly initial: Initial;

  constructor(
    spec: MessageSpec,
    list: ListShape | undefined,
    flags: number = 0,
    decodeFrames?: DecodeFrames,
  ) {
    super(spec, list, decodeFrames, flags);
    const variable = variableFields(spec);
    if (!startsWithName(spec) || variable.length !== 1 || !OBJECT_LISTS.includes(variable[0][1])) {
      throw new TypeError(`message 0x${spec.id.toString(16)} is more than a name and a list of objects`);
    }
    this.initial = initialOf(spec, false);
  }
}

const OBJECT_LISTS: readonly string[] = ['List_Data', 'EntryList_Data_Data', 'EntryList_Data_List_Data'];

/** Fields that the parts of a call have in common: all but the list. */
type PartArgumentsOf<M extends MessageSpec> = Required<
  Omit<
    ArgumentsOf<M>,
    Extract<
      M['request'][number],
      readonly [string, 'List_Data' | 'EntryList_Data_Data' | 'EntryList_Data_List_Data']
    >[0]
  >
>;

/** An operation that resolves to its message's one field, if that is a flag, a number or a stored value, or to nothing. */
export function operation<M extends MessageSpec>(spec: M): Operation<ArgumentsOf<M>, ResultOf<M>> {
  if (responseShape(spec) === ResponseShape.FRAMES) {
    throw new TypeError(`the response to message 0x${spec.id.toString(16)} needs a decoder`);
  }
  return new Operation(spec);
}

/** An operation whose response is one list of stored values, or of entries; with `WHOLE` also a list among other things. */
export function listOperation<M extends MessageSpec, S extends ListShape>(
  spec: M,
  shape: S,
): Operation<ArgumentsOf<M>, Lists[S]> {
  return new Operation(spec, shape);
}

/** An operation whose response begins with one list of stored values, or of entries, and goes on: see {@link ReadBehind}. */
export function listAndMoreOperation<M extends MessageSpec, S extends ListShape, R>(
  spec: M,
  shape: S,
  read: (list: ListOf<S>, behind: FrameReader, decoder: DataDecoder) => R,
): Operation<ArgumentsOf<M>, R> {
  return new Operation(spec, shape, undefined, 0, read);
}

/**
 * An operation whose response is something else. What is serialized in it, the decoder reads; bytes it wants to keep, it
 * copies.
 */
export function decodedOperation<M extends MessageSpec, R>(
  spec: M,
  decode: (response: ResponseOf<M>, decoder: DataDecoder) => R,
): Operation<ArgumentsOf<M>, R> {
  return new Operation(spec, undefined, (bytes, start, end, decoder) =>
    decode(decodeResponse(spec, bytes, start, end), decoder),
  );
}

/** A `decodedOperation` of a message whose response the worker would have read: it comes as it is. */
export function framesOperation<M extends MessageSpec, R>(
  spec: M,
  decode: (response: ResponseOf<M>, decoder: DataDecoder) => R,
): Operation<ArgumentsOf<M>, R> {
  const { decodeFrames } = decodedOperation(spec, decode);
  return new Operation(spec, undefined, decodeFrames, RequestFlag.FRAMES);
}

/**
 * An operation whose response may hold a page of rows: it resolves to that, or to what the decoder makes of any other response.
 * It opens or moves a cursor of the member, so it is never sent twice.
 *
 * @param flag `PREFERS` or `CONNECTION`: what the target of the call is.
 */
export function pageOperation<M extends MessageSpec, R>(
  spec: M,
  flag: number,
  decode: (response: ResponseOf<M>) => R,
): Operation<ArgumentsOf<M>, R | RowPage> {
  const { decodeFrames } = decodedOperation(spec, decode);
  return new Operation(spec, undefined, decodeFrames, RequestFlag.PAGE | flag);
}

/** An operation without a result that goes where its flag says: `PREFERS` or `CONNECTION`. */
export function targetedOperation<M extends MessageSpec>(
  spec: M,
  flag: number,
): Operation<ArgumentsOf<M>, void> {
  return new Operation(spec, undefined, undefined, flag);
}

/** An operation whose response nobody looks at, whatever it is. */
export function voidOperation<M extends MessageSpec>(spec: M): Operation<ArgumentsOf<M>, void> {
  return new Operation(spec, undefined, () => undefined);
}

/** A `decodedOperation` that one chosen member must carry out: for `Invoker.invokeOnMember`. */
export function memberOperation<M extends MessageSpec, R>(
  spec: M,
  decode: (response: ResponseOf<M>, decoder: DataDecoder) => R,
): Operation<ArgumentsOf<M>, R> {
  const { decodeFrames } = decodedOperation(spec, decode);
  return new Operation(spec, undefined, decodeFrames, RequestFlag.MEMBER);
}

/** An operation whose response goes to another thread unread: the whole message, in a buffer that can be transferred. */
export function rawOperation<M extends MessageSpec>(spec: M): Operation<ArgumentsOf<M>, ArrayBuffer> {
  return new Operation(spec, undefined, undefined, RequestFlag.RAW);
}

/** An operation of many objects whose responses are nothing. */
export function partOperation<M extends MessageSpec>(spec: M): PartOperation<PartArgumentsOf<M>, void> {
  return new PartOperation(spec, undefined);
}

/** An operation of many objects each of whose responses is a list. */
export function listPartOperation<M extends MessageSpec, S extends ListShape>(
  spec: M,
  shape: S,
): PartOperation<PartArgumentsOf<M>, Lists[S]> {
  return new PartOperation(spec, shape);
}

/** An operation of many objects each of whose responses a decoder reads: see {@link decodedOperation}. */
export function decodedPartOperation<M extends MessageSpec, R>(
  spec: M,
  decode: (response: ResponseOf<M>, decoder: DataDecoder) => R,
): PartOperation<PartArgumentsOf<M>, R> {
  const { decodeFrames } = decodedOperation(spec, decode);
  return new PartOperation(spec, undefined, 0, decodeFrames);
}

/** An operation of many objects whose responses stay in the worker, for compute threads to fetch. */
export function deferredPartOperation<M extends MessageSpec>(
  spec: M,
): PartOperation<PartArgumentsOf<M>, undefined> {
  return new PartOperation(spec, undefined, RequestFlag.DEFERRED);
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

/** The fields in frames of their own; without the object's name. */
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
