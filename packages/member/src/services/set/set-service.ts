import { messages } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import { NamedCollection, registerAdditions, registerCollection } from '../shared/collection.js';
import { CollectionService } from '../shared/collection-service.js';
import { registerTransactional } from '../shared/collection-view.js';
import { NamedObjects } from '../shared/named-objects.js';
import type { StructureContext } from '../shared/structure.js';
import type { Transactions } from '../transactions/transactions.js';
import { SetItems } from './set-items.js';
import { SetView } from './set-view.js';

/** Service of sets. */
export class SetService extends CollectionService<NamedCollection<SetItems>> {
  readonly #transactions: Transactions;

  constructor({ memberUuid, transactions }: StructureContext) {
    super(
      'hz:impl:setService',
      new NamedObjects((name) => new NamedCollection(name, new SetItems(), memberUuid)),
    );
    this.#transactions = transactions;
  }

  register(handlers: Handlers): void {
    registerCollection(handlers, messages.set, [messages.set.getAll], this.objects);
    registerAdditions(handlers, messages.set, this.objects);
    registerTransactional(
      handlers,
      messages.transactionalSet,
      this.objects,
      this.#transactions,
      (object) => new SetView(object),
    );
  }
}
