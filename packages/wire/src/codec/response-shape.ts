import type { MessageSpec } from '../messages/spec.js';

/** Shapes of responses. All but `FRAMES` can be read without the message's decoder. */
export const ResponseShape = {
  /** No fields. */
  VOID: 'VOID',
  /** One field of fixed size at `RESPONSE_FIXED_FIELDS_OFFSET`. */
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
 * Returns the shape of a message's response. A field that a later version appended may be missing, which no shape but FRAMES can
 * say: a caller that does not look at the answer (`map.delete`) may treat such a response as VOID.
 */
export function responseShape(spec: MessageSpec): ResponseShape {
  const [only, ...others] = spec.response;
  if (only === undefined) return ResponseShape.VOID;
  if (others.length > 0 || only.length === 3) return ResponseShape.FRAMES;
  return SHAPES[only[1]] ?? ResponseShape.FRAMES;
}
