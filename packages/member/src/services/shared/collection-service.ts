import type { Handlers } from '../../calls/handlers.js';
import type { Items, NamedCollection } from './collection.js';
import type { NamedObjects } from './named-objects.js';
import type { Structure } from './structure.js';

/** Base of the services of lists, queues and sets. */
export abstract class CollectionService<O extends NamedCollection<Items>> implements Structure {
  readonly serviceName: string;
  protected readonly objects: NamedObjects<O>;

  constructor(serviceName: string, objects: NamedObjects<O>) {
    this.serviceName = serviceName;
    this.objects = objects;
  }

  abstract register(handlers: Handlers): void;

  destroy(name: string): void {
    const object = this.objects.find(name);
    if (object === undefined) return;
    this.objects.remove(object);
    object.items.removeWhere(() => true);
    object.listeners.clear();
  }

  close(): void {
    this.objects.clear();
  }
}
