import type { Handlers } from '../calls/handlers.js';
import type { ResolvedOptions } from '../options.js';
import { Clients } from './client/clients.js';
import type { ClusterView } from './client/cluster-view.js';
import { registerClients } from './client/registration.js';
import { registerSchemas } from './client/schemas.js';
import { registerProxies } from './proxy/proxies.js';
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
    const transactions = new Transactions(handlers);
    const context = { handlers, memberUuid, options, schemas, transactions };
    this.#structures = STRUCTURES.map((make) => make(context));
    this.#clients = new Clients(options.clientRemoveDelay, (client) => {
      for (const structure of this.#structures) structure.releaseClient?.(client);
    });
    registerClients(handlers, options, view, this.#clients);
    registerSql(handlers, memberUuid);
    registerProxies(handlers, memberUuid, this.#structures);
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
