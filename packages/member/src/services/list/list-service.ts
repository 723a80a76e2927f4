import { messages } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import { NamedCollection, registerAdditions, registerCollection } from '../shared/collection.js';
import { CollectionService } from '../shared/collection-service.js';
import { registerTransactional } from '../shared/collection-view.js';
import { NamedObjects } from '../shared/named-objects.js';
import { Sequence } from '../shared/sequence.js';
import type { StructureContext } from '../shared/structure.js';
import type { Transactions } from '../transactions/transactions.js';
import { ListView } from './list-view.js';
import { registerPositions } from './positions.js';

export type NamedList = NamedCollection<Sequence>;

/** Service of lists. */
export class ListService extends CollectionService<NamedList> {
  readonly #transactions: Transactions;

  constructor({ memberUuid, transactions }: StructureContext) {
    super(
      'hz:impl:listService',
      new NamedObjects((name) => new NamedCollection(name, new Sequence(), memberUuid)),
    );
    this.#transactions = transactions;
  }

  register(handlers: Handlers): void {
    registerCollection(handlers, messages.list, [messages.list.getAll, messages.list.iterator], this.objects);
    registerAdditions(handlers, messages.list, this.objects);
    registerPositions(handlers, this.objects);
    registerTransactional(
      handlers,
      messages.transactionalList,
      this.objects,
      this.#transactions,
      (object) => new ListView(object),
    );
  }
}
