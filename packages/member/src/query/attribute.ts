import { illegalArgument, queryFailed } from '../calls/errors.js';
import { JavaList, Several, Structure, type JavaValue } from './java-values.js';
import { JsonDocument } from './json.js';
import type { ValueReader } from './value-reader.js';

/** An entry that a query looks at. Its key and value are deserialized when first needed. */
export class QueryEntry {
  readonly keyData: Buffer;
  readonly valueData: Buffer;
  readonly #reader: ValueReader;
  #key: JavaValue | undefined;
  #value: JavaValue | undefined;

  constructor(keyData: Buffer, valueData: Buffer, reader: ValueReader) {
    this.keyData = keyData;
    this.valueData = valueData;
    this.#reader = reader;
  }

  get key(): JavaValue {
    if (this.#key === undefined) this.#key = this.#reader.read(this.keyData);
    return this.#key;
  }

  get value(): JavaValue {
    if (this.#value === undefined) this.#value = this.#reader.read(this.valueData);
    return this.#value;
  }
}

/** Returns the value of an attribute of an entry. Throws MemberError if a value on the way to it has no fields. */
export type Attribute = (entry: QueryEntry) => JavaValue;

type Step = (value: JavaValue) => JavaValue;

const SEGMENT = /^([^[\]]*)((?:\[(?:\d+|any)\])*)$/;

/**
 * Parses the name of an attribute: `city`, `address.city`, `tags[0]`, `tags[any]`, `__key`, `__key.id`, `this`. Throws
 * MemberError for other forms.
 */
export function attributeOf(name: string): Attribute {
  const segments = name.split('.');
  const [first] = segments;
  const isOfKey = first === '__key' || first.startsWith('__key[');
  // For members `this` is the whole name: `this.city` would be a field of that name.
  const isValue = name === 'this';
  const steps = segments.flatMap((segment, at) => {
    const [, field, places] = SEGMENT.exec(segment) ?? [];
    if (field === undefined || places === undefined)
      throw illegalArgument(`The embedded member does not know attributes such as ${name}`);
    const found: Step[] = at === 0 && (isOfKey || isValue) ? [] : [fieldOf(field)];
    for (const [, place] of places.matchAll(/\[(\w+)\]/g))
      found.push(place === 'any' ? each : itemAt(Number(place)));
    return found;
  });
  if (steps.length === 0) return isOfKey ? (entry) => entry.key : (entry) => entry.value;
  return (entry) => {
    let value = isOfKey ? entry.key : entry.value;
    for (const step of steps) value = value instanceof Several ? flat(value.values.map(step)) : step(value);
    return value;
  };
}

function fieldOf(name: string): Step {
  return (value) => {
    if (value === null) return null;
    if (value instanceof Structure) return value.field(name);
    throw queryFailed(`There is no attribute ${name}: the value has no fields`);
  };
}

function itemAt(index: number): Step {
  return (value) => {
    const list = listOf(value);
    return list === undefined ? null : (list.items[index] ?? null);
  };
}

function each(value: JavaValue): JavaValue {
  const list = listOf(value);
  return list === undefined ? null : new Several(list.items);
}

function listOf(value: JavaValue): JavaList | undefined {
  const content = value instanceof JsonDocument ? value.content : value;
  return content instanceof JavaList ? content : undefined;
}

function flat(values: readonly JavaValue[]): Several {
  return new Several(values.flatMap((value) => (value instanceof Several ? value.values : [value])));
}
