import { setTimeout as sleep } from 'node:timers/promises';

import { BROKER_PORT, freshName, rabbitmqctl } from '../../support/rabbitmq.js';

/** What a broker lists of a virtual host, each line in the order of its text. */
export interface Listed {
  readonly exchanges: readonly string[];
  readonly queues: readonly string[];
  readonly bindings: readonly string[];
  readonly consumers: readonly string[];
  readonly channels: readonly string[];
}

const COLUMNS: Readonly<Record<keyof Listed, readonly string[]>> = {
  exchanges: ['name', 'type', 'durable', 'auto_delete', 'internal', 'arguments'],
  queues: ['name', 'durable', 'auto_delete', 'exclusive', 'arguments'],
  bindings: ['source_name', 'destination_name', 'destination_kind', 'routing_key', 'arguments'],
  consumers: ['queue_name', 'consumer_tag', 'ack_required', 'prefetch_count', 'arguments'],
  channels: ['vhost', 'confirm', 'prefetch_count', 'global_prefetch_count', 'consumer_count'],
};
const LOOK_AGAIN_MILLIS = 200;

/** A virtual host of a test's own: it can be emptied without harm to others. */
export class VirtualHost {
  readonly #name = freshName();

  static async create(): Promise<VirtualHost> {
    const host = new VirtualHost();
    await host.#add();
    return host;
  }

  /** @param port of 127.0.0.1. Default: the broker's own */
  url(port: number = BROKER_PORT): string {
    return `amqp://guest:guest@127.0.0.1:${port}/${this.#name}`;
  }

  /** Forgets all that was declared, durable or not. Connections that are still open are told so, and end. */
  async wipe(): Promise<void> {
    await this.delete();
    await this.#add();
  }

  async delete(): Promise<void> {
    await rabbitmqctl('delete_vhost', this.#name);
  }

  /** Resolves to all there is when nothing changes any more: what goes by itself does so a little later. */
  async list(): Promise<Listed> {
    let before = await this.#look();
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      await sleep(LOOK_AGAIN_MILLIS);
      // oxlint-disable-next-line no-await-in-loop
      const now = await this.#look();
      if (JSON.stringify(now) === JSON.stringify(before)) return now;
      before = now;
    }
  }

  async #add(): Promise<void> {
    await rabbitmqctl('add_vhost', this.#name);
    await rabbitmqctl('set_permissions', '-p', this.#name, 'guest', '.*', '.*', '.*');
  }

  async #look(): Promise<Listed> {
    const names = Object.keys(COLUMNS) as (keyof Listed)[];
    const lists = await Promise.all(names.map((each) => this.#lines(each)));
    return Object.fromEntries(names.map((name, i) => [name, lists[i]])) as unknown as Listed;
  }

  async #lines(what: keyof Listed): Promise<string[]> {
    const where = what === 'channels' ? [] : ['-p', this.#name];
    const text = await rabbitmqctl(`list_${what}`, ...where, ...COLUMNS[what], '--formatter', 'json');
    const rows = JSON.parse(text) as Record<string, unknown>[];
    return rows
      .filter(({ vhost }) => what !== 'channels' || vhost === this.#name)
      .map((row) => COLUMNS[what].map((column) => JSON.stringify(row[column])).join(' '))
      .toSorted();
  }
}

/** Returns a list with other names in the places of some. */
export function renamed(listed: Listed, names: ReadonlyMap<string, string>): Listed {
  const replace = (line: string): string => {
    let result = line;
    for (const [from, to] of names) result = result.replaceAll(from, to);
    return result;
  };
  return Object.fromEntries(
    Object.entries(listed).map(([what, lines]) => [what, (lines as string[]).map(replace).toSorted()]),
  ) as unknown as Listed;
}
