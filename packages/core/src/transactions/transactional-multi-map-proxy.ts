import { RequestFlag } from '@offloop/contract';
import { messages } from '@offloop/wire';
import { ListShape } from '../calls/completions/list-result.js';
import { isMissing, missing } from '../objects/argument-checks.js';
import { listOperation, operation } from '../calls/operation.js';
import { TransactionalProxy } from './transactional-proxy.js';
import type { TransactionalMultiMap } from './transactional-multi-map.js';

const spec = messages.transactionalMultiMap;

const m = {
  put: operation(spec.put, RequestFlag.CONNECTION),
  get: listOperation(spec.get, ListShape.ITEMS, RequestFlag.CONNECTION),
  remove: listOperation(spec.remove, ListShape.ITEMS, RequestFlag.CONNECTION),
  removeEntry: operation(spec.removeEntry, RequestFlag.CONNECTION),
  valueCount: operation(spec.valueCount, RequestFlag.CONNECTION),
  size: operation(spec.size, RequestFlag.CONNECTION),
};

export class TransactionalMultiMapProxy<K, V>
  extends TransactionalProxy
  implements TransactionalMultiMap<K, V>
{
  put(key: K, value: V): Promise<boolean> {
    if (isMissing(key)) return this.refuse(missing('key'));
    if (isMissing(value)) return this.refuse(missing('value'));
    return this.invoke(m.put, { key, value });
  }

  get(key: K): Promise<V[]> {
    if (isMissing(key)) return this.refuse(missing('key'));
    return this.invoke(m.get, { key });
  }

  remove(key: K, value: V): Promise<boolean> {
    if (isMissing(key)) return this.refuse(missing('key'));
    if (isMissing(value)) return this.refuse(missing('value'));
    return this.invoke(m.removeEntry, { key, value });
  }

  removeAll(key: K): Promise<V[]> {
    if (isMissing(key)) return this.refuse(missing('key'));
    return this.invoke(m.remove, { key });
  }

  valueCount(key: K): Promise<number> {
    if (isMissing(key)) return this.refuse(missing('key'));
    return this.invoke(m.valueCount, { key });
  }

  size(): Promise<number> {
    return this.invoke(m.size, {});
  }
}
