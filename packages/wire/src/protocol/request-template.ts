import { layoutOf } from './codec.js';
import type { FixedTypeName } from './fixed-types.js';
import {
  ANY_PARTITION,
  CORRELATION_ID_OFFSET,
  FRAME_HEADER_SIZE,
  PARTITION_ID_OFFSET,
  REQUEST_FIXED_FIELDS_OFFSET,
} from './frame.js';
import { MessageWriter } from './message-writer.js';
import type { FieldSpec, MessageSpec } from './messages/spec.js';

/** The part of a request that is the same in every call of one operation on one object. */
export interface RequestTemplate<Field extends string = string> {
  /**
   * Initial frame and name frame, to be copied; correlation id and fixed fields are zero, the partition id is −1.
   * The name frame is FINAL when nothing follows it.
   */
  readonly bytes: Buffer;
  /** Offset in `bytes` of each fixed-size field. */
  readonly fixed: Readonly<Record<Field, number>>;
  /** The fields whose frames the caller appends, in order; the last of them must be FINAL. */
  readonly rest: readonly string[];
}

type FixedName<M extends MessageSpec> = FixedNameOf<M['request'][number]>;

/** Any name where the message is not known at compile time. */
type FixedNameOf<F extends FieldSpec> = F extends FieldSpec
  ? string extends F[1]
    ? string
    : F[1] extends FixedTypeName
      ? F[0]
      : never
  : never;

/** Offsets in `RequestTemplate.bytes`, and in any message that starts at 0. */
export const TEMPLATE_CORRELATION_ID_OFFSET: number = FRAME_HEADER_SIZE + CORRELATION_ID_OFFSET;
export const TEMPLATE_PARTITION_ID_OFFSET: number = FRAME_HEADER_SIZE + PARTITION_ID_OFFSET;

/**
 * Prebuilds a request whose first variable-size field is `name`. `flags` go into the initial frame besides the
 * unfragmented ones (`FLAG_BACKUP_AWARE`). Fields newer than their message are included.
 *
 * Throws `TypeError` when the message has no such first field.
 */
export function requestTemplate<M extends MessageSpec>(
  spec: M,
  name: string,
  flags: number = 0,
): RequestTemplate<FixedName<M>> {
  const layout = layoutOf(spec.request, REQUEST_FIXED_FIELDS_OFFSET);
  if (layout.variable[0]?.name !== 'name') {
    throw new TypeError(`Message 0x${spec.id.toString(16)} does not start with a name`);
  }
  const last = layout.fixed.at(-1);
  const fixedSize = last === undefined ? 0 : last.offset + last.type.size - REQUEST_FIXED_FIELDS_OFFSET;
  const writer = new MessageWriter(128);
  writer.begin(spec.id, 0, 0, ANY_PARTITION, fixedSize, flags).stringFrame(name);
  const rest = layout.variable.slice(1).map((field) => field.name);
  const bytes = rest.length === 0 ? writer.finish() : writer.written();
  const fixed = layout.fixed.map((field) => [field.name, FRAME_HEADER_SIZE + field.offset] as const);
  return {
    bytes: Buffer.from(bytes),
    fixed: Object.fromEntries(fixed) as Record<FixedName<M>, number>,
    rest,
  };
}
