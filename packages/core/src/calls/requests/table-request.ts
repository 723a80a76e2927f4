import type { WritableBytes } from '@offloop/runtime/bytes';
import { copyBytes } from '@offloop/runtime/bytes';
import { dataHash, encodeRequest, partitionIdOf, type MessageSpec, type RequestOf } from '@offloop/wire';
import type { SerializationSettings } from '@offloop/values';
import { NO_LANE, NO_TARGET, type RoutedRequest } from '../../shards/routed-request.js';
import { conversionOf, type Conversion, type Fields } from './arguments.js';

/** Conversions of the fields of each message that need one, derived at first use. */
const conversions = new WeakMap<MessageSpec, ReadonlyMap<string, Conversion>>();

function conversionsOf(spec: MessageSpec): ReadonlyMap<string, Conversion> {
  let known = conversions.get(spec);
  if (known === undefined) {
    const found = new Map<string, Conversion>();
    for (const [name, type] of spec.request) {
      const conversion = conversionOf(type);
      if (conversion !== undefined) found.set(name, conversion);
    }
    conversions.set(spec, (known = found));
  }
  return known;
}

/**
 * Converts a request's arguments to the values that the protocol's codecs take; runs user code. Throws
 * HazelcastSerializationError.
 */
function convert(spec: MessageSpec, name: string, fields: Fields, settings: SerializationSettings): Fields {
  const values: Record<string, unknown> = { name, ...fields };
  for (const [field, conversion] of conversionsOf(spec)) {
    // A field of a later version may be left out.
    if (field in values) values[field] = conversion(values[field], settings);
  }
  return values;
}

/** Encodes a whole request by the message table, for any member. Throws HazelcastSerializationError. */
export function encodeByTable(
  spec: MessageSpec,
  name: string,
  fields: Fields,
  settings: SerializationSettings,
): Buffer {
  return encodeRequest(spec, convert(spec, name, fields, settings) as RequestOf<MessageSpec>);
}

/** A request of any message. It is encoded by the message table into a buffer of its own, and copied from there. */
export class TableRequest implements RoutedRequest {
  readonly maxBytes: number;
  target: number = NO_TARGET;
  lane: number = NO_LANE;
  readonly partitionId: number;
  readonly #wire: Buffer;

  /** @param partitionId partition of a request that has no key. Throws HazelcastSerializationError. */
  constructor(
    spec: MessageSpec,
    name: string,
    fields: Fields,
    partitionId: number,
    partitionCount: number,
    settings: SerializationSettings,
  ) {
    const values = convert(spec, name, fields, settings);
    const key = spec.routing === 'key' ? (values['key'] as Buffer) : undefined;
    this.partitionId =
      key === undefined ? partitionId : partitionIdOf(dataHash(key, 0, key.length), partitionCount);
    this.#wire = encodeRequest(spec, values as RequestOf<MessageSpec>, { partitionId: this.partitionId });
    this.maxBytes = this.#wire.length;
  }

  write({ bytes }: WritableBytes, at: number): number {
    copyBytes(this.#wire, 0, this.#wire.length, bytes, at);
    return at + this.#wire.length;
  }
}
