import { messages } from '@offloop/wire';

import { illegalArgument } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import { attributeOf } from '../../query/attribute.js';
import type { Maps } from './named-map.js';

const BITMAP = 2;
const MOST_ATTRIBUTES = 255;

/** Registers the message that adds an index. Indexes are checked and their names stored, but queries look at every entry. */
export function registerIndexes(handlers: Handlers, maps: Maps): void {
  handlers.on(messages.map.addIndex, (call) => {
    const map = maps.of(call);
    const { name, type, attributes } = call.decode(messages.map.addIndex).indexConfig;
    if (type < 0 || type > BITMAP) throw illegalArgument(`There is no index of the type ${type}`);
    if (attributes.length === 0 || attributes.length > (type === BITMAP ? 1 : MOST_ATTRIBUTES))
      throw illegalArgument(`An index of ${attributes.length} attributes`);
    for (const attribute of attributes) attributeOf(attribute);
    map.indexes.add(name ?? attributes.join());
    call.void();
  });
}
