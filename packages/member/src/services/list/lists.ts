import { messages } from '@offloop/wire';

import {
  collectionsOf,
  NamedCollection,
  registerAdditions,
  registerCollection,
} from '../shared/collection.js';
import { registerTransactional } from '../shared/collection-view.js';
import { NamedObjects } from '../shared/named-objects.js';
import { Sequence } from '../shared/sequence.js';
import type { Structure, StructureContext } from '../shared/structure.js';
import { ListView } from './list-view.js';
import { registerPositions } from './positions.js';

export function lists({ handlers, memberUuid, transactions }: StructureContext): Structure {
  const m = messages.list;
  const objects = new NamedObjects((name) => new NamedCollection(name, new Sequence(), memberUuid));
  registerCollection(handlers, m, [m.getAll, m.iterator], objects);
  registerAdditions(handlers, m, objects);
  registerPositions(handlers, objects);
  const makeView = (object: NamedCollection<Sequence>): ListView => new ListView(object);
  registerTransactional(messages.transactionalList, objects, transactions, makeView);
  return collectionsOf('hz:impl:listService', objects);
}
