import { decodeMethod, decodeProperties, type PropertyFields } from '../wire/decode.js';
import type { MethodSpec } from '../wire/method-spec.js';

/** A method without content, of a channel other than 0, as the server has sent it. */
export interface IncomingMethod {
  readonly channel: number;
  /** Class id × 65536 + method id. */
  readonly method: number;
  /** Holds the arguments, `bytes[start, end)`. They are valid until the handler of the event returns, as all of `bytes` is. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** A method with content: a delivery, a returned message, an answer to `get`. */
export interface IncomingContent extends IncomingMethod {
  /** The properties, from their flags on, are `bytes[propertiesStart, propertiesEnd)`. */
  readonly propertiesStart: number;
  readonly propertiesEnd: number;
  /** Memory of its own. */
  readonly content: Buffer;
}

/** Hears of what the server sends on channels, in the order in which it was sent. */
export interface IncomingEvents {
  onMethod(incoming: IncomingMethod): void;
  onContent(incoming: IncomingContent): void;
}

/** Decodes the arguments of a method: see {@link decodeMethod}. */
export function argumentsOf(
  spec: MethodSpec,
  { bytes, start, end }: IncomingMethod,
): Record<string, unknown> {
  return decodeMethod(spec, bytes, start, end);
}

/** Decodes the properties of a message: see {@link decodeProperties}. */
export function propertiesOf({
  bytes,
  propertiesStart,
  propertiesEnd,
}: IncomingContent): Partial<PropertyFields> {
  return decodeProperties(bytes, propertiesStart, propertiesEnd);
}
