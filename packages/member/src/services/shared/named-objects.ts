import type { Call } from '../../calls/call.js';
import { wholeOf } from '../../protocol/slice.js';
import { ByteTable, hashOf } from './byte-table.js';
import type { Keyed } from './byte-table.js';

/** One distributed object. Each structure extends it by its data and listeners. */
export class NamedObject implements Keyed {
  readonly hash: number;
  /** The bytes of the name as in requests. */
  readonly key: Buffer;
  readonly name: string;

  constructor({ hash, key }: Keyed) {
    this.hash = hash;
    this.key = key;
    this.name = key.toString('utf8');
  }
}

/** All objects of one structure, by name. An object is created when a request first names it. */
export class NamedObjects<O extends NamedObject> {
  readonly #byName: ByteTable<O> = new ByteTable(0);
  readonly #create: (name: Keyed) => O;

  constructor(create: (name: Keyed) => O) {
    this.#create = create;
  }

  /** Reads the name, the first frame of a request, and returns its object, a new one if needed. The name is not decoded. */
  of(call: Call): O {
    const { bytes, start, end } = call.slice(call.name);
    const hash = hashOf(bytes, start, end);
    const found = this.#byName.find(bytes, start, end, hash);
    if (found !== undefined) return found;
    const object = this.#create({ hash, key: Buffer.from(bytes.subarray(start, end)) });
    this.#byName.add(object);
    return object;
  }

  /** Returns the object of a name; undefined if no request has named it. */
  find(name: string): O | undefined {
    return this.#byName.lookUp(wholeOf(Buffer.from(name)));
  }

  remove(object: O): void {
    this.#byName.remove(object);
  }

  /** Calls `visit` with every object. None may be added or removed meanwhile. */
  forEach(visit: (object: O) => void): void {
    this.#byName.forEach(visit);
  }

  clear(): void {
    this.#byName.clear();
  }
}
