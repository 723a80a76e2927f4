import { decodeEvent, messages } from '@offloop/wire';

import { data, text } from './data.js';
import type { RawClient } from './raw-client.js';

const m = messages.map;

/** Map operations on strings, one request each. */
export class RawMap {
  readonly client: RawClient;
  readonly #name: string;
  readonly #threadId: bigint;

  constructor(client: RawClient, name: string = 'm', threadId: bigint = 1n) {
    this.client = client;
    this.#name = name;
    this.#threadId = threadId;
  }

  async get(key: string): Promise<string | null> {
    return text((await this.client.call(m.get, this.#key(key))).response);
  }

  async put(key: string, value: string, ttl: bigint = -1n): Promise<string | null> {
    return text((await this.client.call(m.put, { ...this.#entry(key, value), ttl })).response);
  }

  async putWithMaxIdle(key: string, value: string, ttl: bigint, maxIdle: bigint): Promise<string | null> {
    const request = { ...this.#entry(key, value), ttl, maxIdle };
    return text((await this.client.call(m.putWithMaxIdle, request)).response);
  }

  async set(key: string, value: string, ttl: bigint = -1n): Promise<void> {
    await this.client.call(m.set, { ...this.#entry(key, value), ttl });
  }

  async setWithMaxIdle(key: string, value: string, ttl: bigint, maxIdle: bigint): Promise<void> {
    await this.client.call(m.setWithMaxIdle, { ...this.#entry(key, value), ttl, maxIdle });
  }

  async putIfAbsent(key: string, value: string, ttl: bigint = -1n): Promise<string | null> {
    return text((await this.client.call(m.putIfAbsent, { ...this.#entry(key, value), ttl })).response);
  }

  async putIfAbsentWithMaxIdle(key: string, value: string, maxIdle: bigint): Promise<string | null> {
    const request = { ...this.#entry(key, value), ttl: 0n, maxIdle };
    return text((await this.client.call(m.putIfAbsentWithMaxIdle, request)).response);
  }

  async tryPut(key: string, value: string, timeout: bigint): Promise<boolean> {
    return (await this.client.call(m.tryPut, { ...this.#entry(key, value), timeout })).response;
  }

  async remove(key: string): Promise<string | null> {
    return text((await this.client.call(m.remove, this.#key(key))).response);
  }

  async delete(key: string): Promise<boolean | undefined> {
    return (await this.client.call(m.delete, this.#key(key))).response;
  }

  async tryRemove(key: string, timeout: bigint): Promise<boolean> {
    return (await this.client.call(m.tryRemove, { ...this.#key(key), timeout })).response;
  }

  async evict(key: string): Promise<boolean> {
    return (await this.client.call(m.evict, this.#key(key))).response;
  }

  async setTtl(key: string, ttl: bigint): Promise<boolean> {
    return (await this.client.call(m.setTtl, { name: this.#name, key: data(key), ttl })).response;
  }

  async entryView(key: string) {
    const { response, maxIdle } = await this.client.call(m.getEntryView, this.#key(key));
    return response === null
      ? null
      : { ...response, key: text(response.key), value: text(response.value), maxIdle };
  }

  async putAll(entries: [string, string][]): Promise<void> {
    const pairs = entries.map(([key, value]): [Buffer, Buffer] => [data(key), data(value)]);
    await this.client.call(m.putAll, { name: this.#name, entries: pairs, triggerMapLoader: true });
  }

  async size(): Promise<number> {
    return (await this.client.call(m.size, { name: this.#name })).response;
  }

  async clear(): Promise<void> {
    await this.client.call(m.clear, { name: this.#name });
  }

  async evictAll(): Promise<void> {
    await this.client.call(m.evictAll, { name: this.#name });
  }

  async keys(): Promise<string[]> {
    const { response } = await this.client.call(m.keySet, { name: this.#name });
    return response.map((key) => text(key) ?? '').toSorted(compare);
  }

  async entries(): Promise<[string | null, string | null][]> {
    return pairsOf((await this.client.call(m.entrySet, { name: this.#name })).response);
  }

  async lock(key: string, lease: bigint = -1n, referenceId: bigint = 0n): Promise<void> {
    await this.client.call(m.lock, { ...this.#key(key), ttl: lease, referenceId });
  }

  async tryLock(key: string, timeout: bigint, lease: bigint = -1n): Promise<boolean> {
    const request = { ...this.#key(key), lease, timeout, referenceId: 0n };
    return (await this.client.call(m.tryLock, request)).response;
  }

  async unlock(key: string, referenceId: bigint = 0n): Promise<void> {
    await this.client.call(m.unlock, { ...this.#key(key), referenceId });
  }

  async forceUnlock(key: string): Promise<void> {
    await this.client.call(m.forceUnlock, { name: this.#name, key: data(key), referenceId: 0n });
  }

  async isLocked(key: string): Promise<boolean> {
    return (await this.client.call(m.isLocked, { name: this.#name, key: data(key) })).response;
  }

  async listen(flags: number, includeValue: boolean = true) {
    const request = { name: this.#name, includeValue, listenerFlags: flags, localOnly: true };
    return (await this.client.call(m.addEntryListener, request)).response;
  }

  async listenToKey(key: string, flags: number) {
    const base = { name: this.#name, includeValue: true, listenerFlags: flags, localOnly: true };
    return (await this.client.call(m.addEntryListenerToKey, { ...base, key: data(key) })).response;
  }

  async unlisten(registrationId: { msb: bigint; lsb: bigint }): Promise<boolean> {
    return (await this.client.call(m.removeEntryListener, { name: this.#name, registrationId })).response;
  }

  /** The next event, as `[type, key, value, old value]`, or `[type, entries]` for one of the whole map. */
  async nextEvent(spec: typeof m.addEntryListener | typeof m.addEntryListenerToKey = m.addEntryListener) {
    const event = decodeEvent(spec, 'Entry', await this.client.nextEvent());
    if (event.key === null) return [event.eventType, event.numberOfAffectedEntries];
    return [event.eventType, text(event.key), text(event.value), text(event.oldValue)];
  }

  #key(key: string) {
    return { name: this.#name, key: data(key), threadId: this.#threadId };
  }

  #entry(key: string, value: string) {
    return { ...this.#key(key), value: data(value) };
  }
}

function pairsOf(pairs: [Buffer, Buffer][]): [string | null, string | null][] {
  return pairs
    .map(([key, value]): [string | null, string | null] => [text(key), text(value)])
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)));
}

function compare(a: string, b: string): number {
  return a.localeCompare(b);
}
