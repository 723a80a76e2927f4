import { queryFailed } from '../calls/errors.js';
import { JavaList, JavaNumber, Structure, type JavaValue } from './java-values.js';

const LONG_END = 2 ** 63;

/** A JSON document, parsed when a field or its content is first asked for. */
export class JsonDocument extends Structure {
  readonly bytes: Buffer;
  readonly #text: string;
  #parsed: JavaValue | undefined;

  /** @param bytes type id and payload of the document. */
  constructor(text: string, bytes: Buffer) {
    super();
    this.#text = text;
    this.bytes = bytes;
  }

  /** The parsed document: an object, a list, or a single value. */
  get content(): JavaValue {
    this.#parsed ??= valueOf(parse(this.#text));
    return this.#parsed;
  }

  field(name: string): JavaValue {
    const { content } = this;
    return content instanceof Structure ? content.field(name) : null;
  }
}

class JsonObject extends Structure {
  readonly bytes = undefined;
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(fields: Readonly<Record<string, unknown>>) {
    super();
    this.#fields = fields;
  }

  field(name: string): JavaValue {
    return Object.hasOwn(this.#fields, name) ? valueOf(this.#fields[name]) : null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw queryFailed('The value is no JSON document');
  }
}

/** Converts a parsed JSON value. A whole number becomes a long, as in members, any other number a double. */
function valueOf(json: unknown): JavaValue {
  if (json === null || typeof json === 'boolean' || typeof json === 'string') return json;
  if (typeof json === 'number') {
    const isLong = Number.isInteger(json) && json >= -LONG_END && json < LONG_END;
    return isLong ? new JavaNumber('long', BigInt(json)) : new JavaNumber('double', json);
  }
  if (Array.isArray(json)) return new JavaList(() => json.map(valueOf));
  return new JsonObject(json as Readonly<Record<string, unknown>>);
}
