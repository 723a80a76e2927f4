import type { Handlers } from '../calls/handlers.js';
import type { ResolvedOptions } from '../options.js';
import { ClientService } from './client/client-service.js';
import { Clients } from './client/clients.js';
import type { ClusterView } from './client/cluster-view.js';
import { registerSchemas } from './client/schemas.js';
import { ProxyService } from './proxy/proxy-service.js';
import type { MakeStructure, Structure } from './shared/structure.js';
import { registerSql } from './sql/sql.js';
import * as structures from './structures.js';
import { Transactions } from './transactions/transactions.js';

const STRUCTURES: readonly MakeStructure[] = Object.values(structures);

/** All services of the member. They register their handlers when this is created. */
export class Services {
  readonly #clients: Clients;
  readonly #structures: readonly Structure[];

  constructor(options: ResolvedOptions, view: ClusterView, handlers: Handlers) {
    const { memberUuid } = view;
    const schemas = registerSchemas(handlers, memberUuid);
    const transactions = new Transactions();
    transactions.register(handlers);
    const context = { handlers, memberUuid, options, schemas, transactions };
    this.#structures = STRUCTURES.map((make) => make(context));
    this.#clients = new Clients(options.clientRemoveDelay, (client) => {
      for (const structure of this.#structures) structure.releaseClient?.(client);
    });
    new ClientService(options, view, this.#clients).register(handlers);
    registerSql(handlers, memberUuid);
    new ProxyService(memberUuid, this.#structures).register(handlers);
  }

  /** Number of connected clients. */
  get clients(): number {
    return this.#clients.size;
  }

  /** Number of stored entries, by name of the map. */
  entries(): Record<string, number> {
    const entries: Record<string, number> = {};
    for (const structure of this.#structures) Object.assign(entries, structure.entries?.());
    return entries;
  }

  /** Removes a bounded number of expired entries and items. Call it regularly. */
  sweep(): void {
    for (const structure of this.#structures) structure.sweep?.();
  }

  close(): void {
    this.#clients.close();
    for (const structure of this.#structures) structure.close?.();
  }
}
