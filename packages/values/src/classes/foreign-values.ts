import { BigDecimal } from './big-decimal.js';
import { HazelcastJsonValue } from './hazelcast-json-value.js';
import { LocalDate } from './local-date.js';
import { LocalDateTime } from './local-date-time.js';
import { LocalTime } from './local-time.js';
import { OffsetDateTime } from './offset-date-time.js';
import { UUID } from './uuid.js';

interface Shape {
  readonly ours: object;
  /** Names of the official class's fields. */
  readonly fields: readonly string[];
}

const SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['BigDecimal', { ours: BigDecimal, fields: ['unscaledValue', 'scale'] }],
  ['HazelcastJsonValue', { ours: HazelcastJsonValue, fields: ['jsonString'] }],
  ['LocalDate', { ours: LocalDate, fields: ['year', 'month', 'date'] }],
  ['LocalDateTime', { ours: LocalDateTime, fields: ['localDate', 'localTime'] }],
  ['LocalTime', { ours: LocalTime, fields: ['hour', 'minute', 'second', 'nano'] }],
  ['OffsetDateTime', { ours: OffsetDateTime, fields: ['localDateTime', 'offsetSeconds'] }],
  ['UUID', { ours: UUID, fields: ['mostSignificant', 'leastSignificant'] }],
]);

/**
 * Returns true for an object of a class of `hazelcast-client`, or of another copy of this package, that has a type of its own in
 * the cluster: as JSON it would be read back as something else. An unrelated class may have the same name; it has other fields.
 */
export function isForeignValue(value: object): boolean {
  const { constructor } = value;
  if (typeof constructor !== 'function') return false;
  const shape = SHAPES.get(constructor.name);
  return shape !== undefined && constructor !== shape.ours && shape.fields.every((each) => each in value);
}
