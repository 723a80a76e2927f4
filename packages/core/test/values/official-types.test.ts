import type * as Official from 'hazelcast-client';
import { expect, test } from 'vitest';

import type * as Ours from '../../src/index.js';

/*
 * The compiler is the test: what is typed for hazelcast-client fits here, and what comes from here fits there. `fits` takes a value
 * of the type on its left for one of the type on its right.
 */

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it is what each use gives it
declare const value: <T>() => T;
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the same
type Fits = <To>(given: To) => void;

/** Never called. */
function assignments(fits: Fits): void {
  // Classes, both ways.
  fits<Official.BigDecimal>(value<Ours.BigDecimal>());
  fits<Ours.BigDecimal>(value<Official.BigDecimal>());
  fits<Official.LocalDate>(value<Ours.LocalDate>());
  fits<Ours.LocalDate>(value<Official.LocalDate>());
  fits<Official.LocalTime>(value<Ours.LocalTime>());
  fits<Ours.LocalTime>(value<Official.LocalTime>());
  fits<Official.LocalDateTime>(value<Ours.LocalDateTime>());
  fits<Ours.LocalDateTime>(value<Official.LocalDateTime>());
  fits<Official.OffsetDateTime>(value<Ours.OffsetDateTime>());
  fits<Ours.OffsetDateTime>(value<Official.OffsetDateTime>());
  fits<Ours.RestValue>(value<Official.RestValue>());

  // What applications implement: theirs fits here. (Back it does not, where a Long of another release is in it.)
  fits<Ours.IdentifiedDataSerializable>(value<Official.IdentifiedDataSerializable>());
  fits<Ours.IdentifiedDataSerializableFactory>(value<Official.IdentifiedDataSerializableFactory>());
  fits<Official.PartitionAware<string>>(value<Ours.PartitionAware<string>>());
  fits<Ours.PartitionAware<string>>(value<Official.PartitionAware<string>>());
  fits<Official.CustomSerializable>(value<Ours.CustomSerializable>());
  fits<Ours.CustomSerializable>(value<Official.CustomSerializable>());
  fits<Ours.Serializer>(value<Official.Serializer>());

  // What they are given: ours fits where they want theirs.
  fits<Official.DataInput>(value<Ours.DataInput>());
  fits<Official.DataOutput>(value<Ours.DataOutput>());

  // Static methods and constructors, by their arguments and results.
  fits<typeof Official.BigDecimal.fromString>(value<typeof Ours.BigDecimal.fromString>());
  fits<typeof Official.LocalDate.fromString>(value<typeof Ours.LocalDate.fromString>());
  fits<typeof Official.LocalDate.fromDate>(value<typeof Ours.LocalDate.fromDate>());
  fits<typeof Official.LocalTime.fromString>(value<typeof Ours.LocalTime.fromString>());
  fits<typeof Official.LocalTime.fromDate>(value<typeof Ours.LocalTime.fromDate>());
  fits<typeof Official.LocalDateTime.from>(value<typeof Ours.LocalDateTime.from>());
  fits<typeof Official.LocalDateTime.fromString>(value<typeof Ours.LocalDateTime.fromString>());
  fits<typeof Official.LocalDateTime.fromDate>(value<typeof Ours.LocalDateTime.fromDate>());
  fits<typeof Official.OffsetDateTime.from>(value<typeof Ours.OffsetDateTime.from>());
  fits<typeof Official.OffsetDateTime.fromString>(value<typeof Ours.OffsetDateTime.fromString>());
  fits<typeof Official.OffsetDateTime.fromDate>(value<typeof Ours.OffsetDateTime.fromDate>());
  fits<ConstructorParameters<typeof Ours.BigDecimal>>(
    value<ConstructorParameters<typeof Official.BigDecimal>>(),
  );
  fits<ConstructorParameters<typeof Ours.LocalDate>>(
    value<ConstructorParameters<typeof Official.LocalDate>>(),
  );
  fits<ConstructorParameters<typeof Ours.LocalTime>>(
    value<ConstructorParameters<typeof Official.LocalTime>>(),
  );
  fits<ConstructorParameters<typeof Ours.LocalDateTime>>(
    value<ConstructorParameters<typeof Official.LocalDateTime>>(),
  );
  fits<ConstructorParameters<typeof Ours.OffsetDateTime>>(
    value<ConstructorParameters<typeof Official.OffsetDateTime>>(),
  );

  // The configuration of this area.
  type Config = Official.SerializationConfig;
  type Given = Pick<
    Config,
    | 'defaultNumberType'
    | 'isBigEndian'
    | 'dataSerializableFactories'
    | 'customSerializers'
    | 'globalSerializer'
  >;
  fits<Ours.SerializationConfig>(value<Given>());
}

test('the official types of this area and ours fit each other, as the compiler says', () => {
  expect(assignments).toBeTypeOf('function');
});
