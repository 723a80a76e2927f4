import { messages } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import { NamedCollection, registerAdditions, registerCollection } from '../shared/collection.js';
import { CollectionService } from '../shared/collection-service.js';
import { NamedObjects } from '../shared/named-objects.js';
import type { StructureContext } from '../shared/structure.js';
import { SetItems } from './set-items.js';

/** Service of sets. */
export class SetService extends CollectionService<NamedCollection<SetItems>> {
  constructor({ memberUuid }: StructureContext) {
    super(
      'hz:impl:setService',
      new NamedObjects((name) => new NamedCollection(name, new SetItems(), memberUuid)),
    );
  }

  register(handlers: Handlers): void {
    registerCollection(handlers, messages.set, [messages.set.getAll], this.objects);
    registerAdditions(handlers, messages.set, this.objects);
  }
}
