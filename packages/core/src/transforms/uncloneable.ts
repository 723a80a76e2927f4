import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { describe, describeError } from '@offloop/values';

/** Most levels below the value that are searched for the part that cannot be cloned. */
const MAX_DEPTH = 6;

/** The part of a value that cannot be posted to another thread, and a description of it; undefined when all of it can. */
export type Uncloneable = { readonly path: string; readonly what: string } | undefined;

/** A port without another end: a value that is posted there is serialized, and then dropped. */
let nowhere: MessagePort | undefined;

/** Finds the part of a value that cannot be cloned. @param name name of the value at the start of the path. */
export function findUncloneable(value: unknown, name: string): Uncloneable {
  const reason = refusal(value);
  if (reason === undefined) return undefined;
  try {
    return culprit(value, name, 0) ?? { path: name, what: reason };
  } catch {
    // A getter threw, which is also why it cannot be cloned.
    return { path: name, what: reason };
  }
}

function refusal(value: unknown): string | undefined {
  if (
    value === null ||
    (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')
  ) {
    return undefined;
  }
  if (nowhere === undefined) {
    const { port1, port2 } = new MessageChannel();
    port2.close();
    port1.unref();
    nowhere = port1;
  }
  try {
    nowhere.postMessage(value);
    return undefined;
  } catch (error) {
    // Not in the engine's words: they quote symbols, and functions with their source.
    return `not cloneable: ${describeError(error)}`;
  }
}

function culprit(value: unknown, path: string, depth: number): Uncloneable {
  if (refusal(value) === undefined) return undefined;
  if (typeof value !== 'object' || value === null) return { path, what: describe(value) };
  if (depth < MAX_DEPTH) {
    for (const [key, child] of childrenOf(value)) {
      const found = culprit(child, `${path}${key}`, depth + 1);
      if (found !== undefined) return found;
    }
  }
  return { path, what: describe(value) };
}

function childrenOf(value: object): Array<readonly [string, unknown]> {
  if (Array.isArray(value)) return value.map((child: unknown, i) => [`[${i}]`, child]);
  if (value instanceof Map) return Array.from(value, ([key, child]) => [`.get(${describe(key)})`, child]);
  if (value instanceof Set) return Array.from(value, (child, i) => [` (member ${i})`, child]);
  return Object.entries(value).map(([key, child]) => [`.${key}`, child]);
}
