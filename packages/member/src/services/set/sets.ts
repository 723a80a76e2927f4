import { messages } from '@offloop/wire';

import {
  collectionsOf,
  NamedCollection,
  registerAdditions,
  registerCollection,
} from '../shared/collection.js';
import { registerTransactional } from '../shared/collection-view.js';
import { NamedObjects } from '../shared/named-objects.js';
import type { Structure, StructureContext } from '../shared/structure.js';
import { SetItems } from './set-items.js';
import { SetView } from './set-view.js';

export function sets({ handlers, memberUuid, transactions }: StructureContext): Structure {
  const m = messages.set;
  const objects = new NamedObjects((name) => new NamedCollection(name, new SetItems(), memberUuid));
  registerCollection(handlers, m, [m.getAll], objects);
  registerAdditions(handlers, m, objects);
  const makeView = (object: NamedCollection<SetItems>): SetView => new SetView(object);
  registerTransactional(messages.transactionalSet, objects, transactions, makeView);
  return collectionsOf('hz:impl:setService', objects);
}
