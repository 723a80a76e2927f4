import { MAX_SHAPE_BYTES, MAX_SHAPES, SHAPE_KEY_BYTES } from '@offloop/contract/tape';

/** Objects of a shape that are made key by key, before a function is compiled for it, which takes some 50 µs. */
const COMPILED_FROM = 16;

/** Gives the values of a tape, one after the other. */
export interface TapeValues {
  value(): unknown;
}

/** A list of keys, and how an object with these is made. */
export interface ObjectShape {
  /** Makes the object whose values come next on the tape. */
  make: (values: TapeValues) => unknown;
}

/** The shapes that one life of a worker has announced, by their numbers. */
export class ShapeTable {
  readonly shapes: ObjectShape[] = [];
  #bytes = 0;

  /**
   * Adds a shape. One that is out of turn, or for which there is no room, is left out: workers announce none of these, and
   * a document with it fails its call.
   *
   * @param keys none twice, none of them an array index or `__proto__`.
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
 * A function that makes objects with one hidden class. Undefined where code must not be generated.
 *
 * Not by an object literal. V8 counts how many objects of a literal live on, and after one long list makes all in its old space,
 * where they are dearer to collect: lists of 1,000 documents took 1.2 times the CPU. Fields of a class are put on the object that the
 * base class gives, as properties of its own, and of that V8 keeps no count.
 */
function compiled(keys: readonly string[]): ObjectShape['make'] | undefined {
  // What is never done tells V8 for how many properties there has to be room.
  const room = keys.map((_, i) => `this.p${i}=0;`).join('');
  // This key alone must not be that of a field.
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
