import { decodeValue, FrameReader, type StructOf } from '@offloop/wire';
import type { Column } from '../../calls/completions/page/column.js';
import type { RowPage } from '../../calls/completions/page/row-page.js';
import type { SqlRowAsObject } from '../sql-result.js';
import { SqlRowMetadataImpl } from '../sql-row-metadata-impl.js';

type MakeObject = (columns: readonly Column[], row: number) => SqlRowAsObject;

/** Columns up to which a maker of rows is compiled: more make too much code for what they save. */
const MOST_COMPILED = 100;

/** Rows that are made, by all runs of a statement, before a function is compiled for them: a few are not worth one. */
const COMPILED_FROM = 256;

/** The columns of rows, and how objects are made of them. A statement that runs again has the shape of its run before. */
export class RowShape {
  /** The frames that tell the columns' names and types. */
  readonly #frames: Buffer;
  readonly #names: readonly string[];
  #make: MakeObject;
  #made = 0;

  /** @param frames as the page of a statement has them; copied. Throws the protocol's ProtocolError. */
  constructor(frames: Buffer) {
    this.#frames = Buffer.from(frames);
    this.#names = columnsOf(this.#frames).map(({ name }) => name);
    this.#make = interpreted(this.#names);
  }

  /** Returns the shape of the rows that begin with this page. Throws the protocol's ProtocolError. @param known of the run before */
  static of({ metadata }: RowPage, known: RowShape | undefined): RowShape {
    return known !== undefined && known.#frames.equals(metadata) ? known : new RowShape(metadata);
  }

  /** Makes the columns anew each time, since the program may change them. */
  metadata(): SqlRowMetadataImpl {
    return new SqlRowMetadataImpl(columnsOf(this.#frames));
  }

  /** Makes a row as an object. Throws what making a value throws. */
  object(columns: readonly Column[], row: number): SqlRowAsObject {
    if (++this.#made === COMPILED_FROM && this.#names.length <= MOST_COMPILED) {
      this.#make = compiled(this.#names) ?? this.#make;
    }
    return this.#make(columns, row);
  }
}

function columnsOf(frames: Buffer): StructOf<'SqlColumnMetadata'>[] {
  if (frames.length === 0) return [];
  return decodeValue('List_SqlColumnMetadata', new FrameReader().reset(frames, 0, frames.length));
}

function interpreted(names: readonly string[]): MakeObject {
  return (columns, row) => {
    const object: SqlRowAsObject = {};
    for (let i = 0; i < names.length; i++) put(object, names[i], columns[i].at(row));
    return object;
  };
}

function put(object: SqlRowAsObject, name: string, value: unknown): void {
  // Set, it would be the object's prototype.
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  else object[name] = value;
}

/** Returns a function that names every column, so that its objects have one shape; undefined where code must not be generated. */
function compiled(names: readonly string[]): MakeObject | undefined {
  const fields = names.map((name, i) => `${keyOf(name)}:columns[${i}].at(row)`);
  try {
    // oxlint-disable-next-line no-implied-eval, no-new-func -- names are quoted as JSON, which is JavaScript
    return new Function('columns', 'row', `return {${fields.join(',')}}`) as MakeObject;
  } catch {
    return undefined;
  }
}

function keyOf(name: string): string {
  const quoted = JSON.stringify(name);
  // In brackets, it is a name like any other.
  return name === '__proto__' ? `[${quoted}]` : quoted;
}
