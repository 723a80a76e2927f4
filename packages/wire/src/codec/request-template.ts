import { layoutOf } from './codec.js';
import type { FixedTypeName } from './fixed-types.js';
import {
  ANY_PARTITION,
  FRAME_HEADER_SIZE,
  PARTITION_ID_OFFSET,
  REQUEST_FIXED_FIELDS_OFFSET,
} from '../frames/frame.js';
import { MessageWriter } from './message-writer.js';
import type { FieldSpec, MessageSpec } from '../messages/spec.js';

/** The part of a request that is the same in every call of one operation on one object. */
export interface RequestTemplate<Field extends string = string> {
  /**
   * Initial frame and name frame, to be copied; correlation id and fixed fields are zero, the partition id is −1.
   * The name frame is FINAL when nothing follows it.
   */
  readonly bytes: Buffer;
  /** Offset in `bytes` of each fixed-size field. */
  readonly fixed: Readonly<Record<Field, number>>;
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

/** Offset of the partition id in `RequestTemplate.bytes`, and in any request that starts at 0. */
export const TEMPLATE_PARTITION_ID_OFFSET: number = FRAME_HEADER_SIZE + PARTITION_ID_OFFSET;

/**
 * Prebuilds a request whose first variable-size field is `name`. Fields newer than their message are included.
 *
 * Throws `TypeError` when the message has no such first field.
 */
export function requestTemplate<M extends MessageSpec>(spec: M, name: string): RequestTemplate<FixedName<M>> {
  const layout = layoutOf(spec.request, REQUEST_FIXED_FIELDS_OFFSET);
  if (layout.variable[0]?.name !== 'name') {
    throw new TypeError(`Message 0x${spec.id.toString(16)} does not start with a name`);
  }
  const last = layout.fixed.at(-1);
  const fixedSize = last === undefined ? 0 : last.offset + last.type.size - REQUEST_FIXED_FIELDS_OFFSET;
  const writer = new MessageWriter(128);
  writer.begin(spec.id, 0, 0, ANY_PARTITION, fixedSize, 0).stringFrame(name);
  const bytes = layout.variable.length === 1 ? writer.finish() : writer.written();
  const fixed = layout.fixed.map((field) => [field.name, FRAME_HEADER_SIZE + field.offset] as const);
  return {
    bytes: Buffer.from(bytes),
    fixed: Object.fromEntries(fixed) as Record<FixedName<M>, number>,
  };
}
