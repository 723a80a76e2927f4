import type { MessageSpec } from '../messages/spec.js';

/** What a response consists of, as far as one can answer a call without the message's decoder. */
export const ResponseShape = {
  /** No fields. */
  VOID: 'VOID',
  /** One fixed-size field at `RESPONSE_FIXED_FIELDS_OFFSET`. */
  BOOLEAN: 'BOOLEAN',
  INT: 'INT',
  LONG: 'LONG',
  /** One `Data` frame, or a NULL frame, behind the initial frame. */
  DATA: 'DATA',
  /** Anything else: decode the whole message. */
  FRAMES: 'FRAMES',
} as const;
export type ResponseShape = (typeof ResponseShape)[keyof typeof ResponseShape];

const SHAPES: Readonly<Record<string, ResponseShape>> = {
  boolean: ResponseShape.BOOLEAN,
  int: ResponseShape.INT,
  long: ResponseShape.LONG,
  Data: ResponseShape.DATA,
  'Data?': ResponseShape.DATA,
};

/**
 * A field that a later version appended may be missing from the message, which no shape but FRAMES can say: a caller
 * that does not look at the answer (`map.delete`) may treat such a response as VOID.
 */
export function responseShape(spec: MessageSpec): ResponseShape {
  const [only, ...others] = spec.response;
  if (only === undefined) return ResponseShape.VOID;
  if (others.length > 0 || only.length === 3) return ResponseShape.FRAMES;
  return SHAPES[only[1]] ?? ResponseShape.FRAMES;
}
