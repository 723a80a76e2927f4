import { FieldKind, idText, PayloadReader, type ObjectDataInput, type Schema } from '@offloop/values';

import { cannotDeserialize } from '../calls/errors.js';
import { javaValueOf, type FieldValue, type SmallNumber } from './field-values.js';
import { reading } from './input.js';
import { Structure, type JavaValue } from './java-values.js';

/** Schemas of Compact values that clients have sent, by the halves of their ids. */
export interface Schemas {
  find(high: number, low: number): Schema | undefined;
}

const k = FieldKind;

/** Java's type of the numbers in a field, by the field's kind. Kinds without numbers are left out, and so are doubles and longs. */
const NUMBERS: ReadonlyMap<FieldKind, SmallNumber> = new Map([
  ...ofType('byte', k.INT8, k.NULLABLE_INT8, k.ARRAY_OF_INT8, k.ARRAY_OF_NULLABLE_INT8),
  ...ofType('short', k.INT16, k.NULLABLE_INT16, k.ARRAY_OF_INT16, k.ARRAY_OF_NULLABLE_INT16),
  ...ofType('int', k.INT32, k.NULLABLE_INT32, k.ARRAY_OF_INT32, k.ARRAY_OF_NULLABLE_INT32),
  ...ofType('float', k.FLOAT32, k.NULLABLE_FLOAT32, k.ARRAY_OF_FLOAT32, k.ARRAY_OF_NULLABLE_FLOAT32),
]);

/** A Compact value, whose fields are read by its schema. */
export class CompactObject extends Structure {
  readonly bytes: Buffer | undefined;
  readonly #fields: PayloadReader;

  /**
   * @param input stands before the schema id, and is moved behind the value.
   * @param bytes type id and payload of the whole value, if it is this object; otherwise undefined.
   * @throws MemberError if no client has sent the schema, and as {@link Input} does.
   */
  constructor(input: ObjectDataInput, schemas: Schemas, bytes: Buffer | undefined) {
    super();
    const [high, low] = [input.readInt(), input.readInt()];
    const schema = schemas.find(high, low);
    if (schema === undefined)
      throw cannotDeserialize(`a Compact value of the unknown schema ${idText(high, low)}`);
    this.#fields = new PayloadReader(
      input,
      schema,
      (nested) => new CompactObject(nested, schemas, undefined),
    );
    this.bytes = bytes;
  }

  field(name: string): JavaValue {
    const field = this.#fields.schema.field(name);
    if (field === undefined) return null;
    const value = reading(() => this.#fields.valueOfField(field) as FieldValue);
    return javaValueOf(value, NUMBERS.get(field.kind) ?? 'double');
  }
}

function ofType(type: SmallNumber, ...kinds: FieldKind[]): [FieldKind, SmallNumber][] {
  return kinds.map((kind) => [kind, type]);
}
