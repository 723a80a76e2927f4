import { MAX_SHAPE_BYTES, MAX_SHAPES, SHAPE_KEY_BYTES } from '@offloop/contract/tape';

/** Number of objects of a shape that are made key by key before a function is compiled for it, which takes some 50 µs. */
const COMPILED_FROM = 16;

/** Reads the values of a tape, one after another. */
export interface TapeValues {
  value(): unknown;
}

/** Makes objects that have the same list of keys. */
export interface ObjectShape {
  /** Makes the object whose values come next on the tape. */
  make: (values: TapeValues) => unknown;
}

/** The shapes that one worker has announced, by their numbers. */
export class ShapeTable {
  readonly shapes: ObjectShape[] = [];
  #bytes = 0;

  /**
   * Adds a shape. Ignores one that is out of turn, or for which there is no room: workers announce none of these, and a document
   * with it fails its call.
   *
   * @param keys distinct, without array indices and `__proto__`.
   */
  add(number: number, keys: readonly string[]): void {
    const bytes = keys.reduce((sum, key) => sum + key.length + SHAPE_KEY_BYTES, 0);
    if (number !== this.shapes.length || number >= MAX_SHAPES) return;
    if (this.#bytes + bytes > MAX_SHAPE_BYTES) return;
    this.#bytes += bytes;
    let made = 0;
    // Copies of the template have these properties of their own, so that no setter or frozen property of `Object.prototype` is in the way.
    const template = Object.fromEntries(keys.map((key) => [key, null]));
    const shape: ObjectShape = {
      make(values) {
        if (++made === COMPILED_FROM) shape.make = compiled(keys) ?? shape.make;
        const object: Record<string, unknown> = { ...template };
        for (let i = 0; i < keys.length; i++) object[keys[i]] = values.value();
        return object;
      },
    };
    this.shapes.push(shape);
  }
}

/**
 * Compiles a function that makes objects with one hidden class. Returns undefined where code generation is forbidden.
 *
 * It does not use an object literal. V8 counts how many objects of a literal live on, and after one long list makes all in its
 * old space, where they are dearer to collect: lists of 1,000 documents took 1.2 times the CPU. Fields of a class are put on the
 * object that the base class returns, as properties of its own, and of that V8 keeps no count.
 */
function compiled(keys: readonly string[]): ObjectShape['make'] | undefined {
  // Statements that never run tell V8 for how many properties there has to be room.
  const room = keys.map((_, i) => `this.p${i}=0;`).join('');
  // Only this key cannot be the name of a field.
  const names = keys.map((key) => (key === 'constructor' ? '["constructor"]' : JSON.stringify(key)));
  const fields = names.map((name) => `${name}=values.value();`).join('');
  const program = `let values;
    function Object(never) { if (never) { ${room} } }
    Object.prototype = prototype;
    class Base { constructor() { return new Object(false); } }
    class Shape extends Base { ${fields} }
    return (from) => { values = from; return new Shape(); };`;
  try {
    // oxlint-disable-next-line no-implied-eval, no-new-func -- of keys alone, each quoted
    return new Function('prototype', program)(Object.prototype) as ObjectShape['make'];
  } catch {
    return undefined;
  }
}
