type Fields = Record<string, unknown>;
/** An object, and what its fields, elements, bytes or entries were. */
type Saved = readonly [object, readonly unknown[] | Uint8Array];

/** What the fields of a side's objects were at one time. */
export interface LocalState {
  /** Two of the same text are the same state. */
  readonly text: string;
  readonly saved: readonly Saved[];
}

const numbersOfTexts = new Map<string, string>();
const numbersOfFunctions = new WeakMap<() => unknown, string>();

/**
 * Saves everything that can be reached from one side's objects and puts it back, into the same objects: closures that hold
 * them stay valid.
 */
export class LocalStateKeeper {
  readonly #roots: readonly object[];
  readonly #ignored: ReadonlySet<string>;
  readonly #isShared: (value: object) => boolean;
  readonly #names = new WeakMap<object, readonly string[]>();

  /**
   * @param ignored names of fields that only count. @param isShared what both sides hold and nobody changes but through
   * the memory.
   */
  constructor(roots: readonly object[], ignored: readonly string[], isShared: (value: object) => boolean) {
    this.#roots = roots;
    this.#ignored = new Set(ignored);
    this.#isShared = isShared;
  }

  save(): LocalState {
    const numbers = new Map<object, number>();
    const saved: Saved[] = [];
    const parts: string[] = [];
    const visit = (value: unknown): void => {
      if (typeof value === 'function') {
        parts.push(numberOf(value as () => unknown));
      } else if (typeof value !== 'object' || value === null) {
        parts.push(String(value));
      } else if (this.#isShared(value)) {
        parts.push('s');
      } else if (numbers.has(value)) {
        parts.push(`@${numbers.get(value)}`);
      } else {
        numbers.set(value, numbers.size);
        visitFields(value);
      }
    };
    const visitFields = (value: object): void => {
      if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
        const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : (value as Uint8Array);
        saved.push([value, bytes.slice()]);
        parts.push(`[${bytes.join()}]`);
        return;
      }
      if (value instanceof Map || value instanceof Set) {
        const entries: unknown[] = [...value];
        saved.push([value, entries]);
        parts.push('{');
        for (const entry of entries) {
          if (Array.isArray(entry)) entry.forEach(visit);
          else visit(entry);
        }
        parts.push('}');
        return;
      }
      if (Array.isArray(value)) {
        saved.push([value, [...(value as unknown[])]]);
        parts.push(`[${value.length}:`);
        (value as unknown[]).forEach(visit);
        parts.push(']');
        return;
      }
      const names = this.#namesOf(value);
      const fields = names.map((name) => (value as Fields)[name]);
      saved.push([value, fields]);
      parts.push('(');
      for (let i = 0; i < names.length; i++) if (!this.#ignored.has(names[i])) visit(fields[i]);
      parts.push(')');
    };
    this.#roots.forEach(visit);
    return { text: parts.join(' '), saved };
  }

  restore({ saved }: LocalState): void {
    for (const [value, was] of saved) this.#put(value, was);
  }

  #put(value: object, was: readonly unknown[] | Uint8Array): void {
    if (value instanceof ArrayBuffer) {
      new Uint8Array(value).set(was as Uint8Array);
    } else if (ArrayBuffer.isView(value)) {
      (value as Uint8Array).set(was as Uint8Array);
    } else if (value instanceof Map) {
      value.clear();
      for (const [key, entry] of was as [unknown, unknown][]) value.set(key, entry);
    } else if (value instanceof Set) {
      value.clear();
      for (const entry of was as unknown[]) value.add(entry);
    } else if (Array.isArray(value)) {
      value.length = 0;
      value.push(...(was as unknown[]));
    } else {
      const names = this.#namesOf(value);
      const fields = value as Fields;
      for (let i = 0; i < names.length; i++) if (fields[names[i]] !== was[i]) fields[names[i]] = was[i];
    }
  }

  /** All fields are there from the beginning of an object's life. */
  #namesOf(value: object): readonly string[] {
    let names = this.#names.get(value);
    if (names === undefined) this.#names.set(value, (names = Object.keys(value)));
    return names;
  }
}

/** Closures of the same text are the same: what they close over is reached by the objects that hold them. */
function numberOf(value: () => unknown): string {
  let number = numbersOfFunctions.get(value);
  if (number === undefined) {
    const text = value.toString();
    number = numbersOfTexts.get(text) ?? `f${numbersOfTexts.size}`;
    numbersOfTexts.set(text, number);
    numbersOfFunctions.set(value, number);
  }
  return number;
}
