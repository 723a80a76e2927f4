import { ObjectName } from '../calls/requests/object-name.js';

/** Most names that are kept. */
const MOST = 1000;

/** The names of objects in transactions. They are kept beyond each: to make the beginnings of an object's requests takes long. */
export class KnownNames {
  readonly #names = new Map<string, ObjectName>();

  of(text: string): ObjectName {
    let name = this.#names.get(text);
    if (name === undefined) {
      name = new ObjectName(text);
      if (this.#names.size === MOST) this.#names.delete(this.#names.keys().next().value!);
      this.#names.set(text, name);
    }
    return name;
  }
}
