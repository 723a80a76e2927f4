import { Predicates, type Client, type TransactionOptions } from 'offloop';

/** One that has a context for transactions, and makes calls in and beside them: see `Line`. */
export interface Actor {
  /** @returns what came of the call, as a text: see `textOf`. */
  run(call: string, args: readonly string[]): Promise<string>;
}

type Methods = Record<string, (...args: unknown[]) => unknown>;

const GETTERS: Readonly<Record<string, string>> = {
  list: 'getList',
  map: 'getMap',
  multiMap: 'getMultiMap',
  queue: 'getQueue',
  set: 'getSet',
};

/** A context of our client. @param prefix what the names of its objects begin with. */
export function actorOf(client: Client, prefix: string, options?: TransactionOptions): Actor {
  const context = client.newTransactionContext(options);
  return {
    run: async (call, args) => {
      try {
        const [side, kind, method] = call.split('.');
        if (kind === undefined) return textOf(await (context as unknown as Methods)[call]());
        const from = (side === 'in' ? context : client) as unknown as Methods;
        const object = (await from[GETTERS[kind]](`${prefix}-${kind}`)) as Methods;
        return textOf(await callOf(object, side, kind, method, args));
      } catch (error) {
        return (error as Error).constructor.name.replace(/Error$/, '');
      }
    },
  };
}

function callOf(
  object: Methods,
  side: string,
  kind: string,
  method: string,
  args: readonly string[],
): unknown {
  if (method === 'removeIfSame') return object['remove'](...args);
  if (side === 'in' && /^(keySet|values)$/.test(method)) {
    return object[method](...args.map((condition) => Predicates.sql(condition)));
  }
  if (kind === 'queue' && /^(poll|peek)$/.test(method)) return object[method](...args.map(Number));
  if (kind === 'queue' && method === 'offer') return object[method](args[0], ...args.slice(1).map(Number));
  return object[method](...args);
}

/** A result as a text: `done` where there is none, and lists in the order of their texts. */
function textOf(result: unknown): string {
  if (result === undefined) return 'done';
  const items = isLazy(result) ? result.toArray() : result;
  if (Array.isArray(items)) return `[${items.map(String).toSorted().join(', ')}]`;
  return typeof items === 'string' ? items : JSON.stringify(items);
}

function isLazy(result: unknown): result is { toArray(): unknown[] } {
  return typeof result === 'object' && result !== null && 'toArray' in result;
}
