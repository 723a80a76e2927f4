// new Keyv({ store: new KeyvHazelcast(await client.getMap('cache')) }) keeps the entries of a Keyv in a map, for everything that takes a
// Keyv. Give each Keyv a map of its own: `clear` empties the map, whatever the namespace.
import { EventEmitter } from 'node:events';

export class KeyvHazelcast extends EventEmitter {
  opts = {};
  namespace;
  #map;

  constructor(map) {
    super();
    this.#map = map;
  }

  get(key) {
    return this.#map.get(key);
  }

  async getMany(keys) {
    const found = new Map(await this.#map.getAll(keys));
    return keys.map((key) => found.get(key));
  }

  /** Stores a value. @param ttl time to live in ms. Default: as the member's configuration of the map says. */
  async set(key, value, ttl) {
    await this.#map.set(key, value, ttl);
    return true;
  }

  async setMany(entries) {
    await Promise.all(entries.map(({ key, value, ttl }) => this.set(key, value, ttl)));
  }

  async delete(key) {
    return (await this.#map.remove(key)) !== null;
  }

  async deleteMany(keys) {
    const removed = await Promise.all(keys.map((key) => this.delete(key)));
    return removed.some(Boolean);
  }

  async has(key) {
    return this.#map.containsKey(key);
  }

  async clear() {
    await this.#map.clear();
  }

  /** Does nothing: the code that made the client shuts it down. */
  async disconnect() {}
}
