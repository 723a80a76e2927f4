// next.config.mjs: { cacheHandler: import.meta.dirname + '/next-cache-handler.mjs', cacheMaxMemorySize: 0 }
//
// Keeps the pages, routes and fetches of Next.js in maps that all servers share, Buffers and Maps included. If there is no connection, or
// it is slow, everything is a miss and nothing is kept: the site goes on.
import { Client, msgpackSerializer } from 'offloop';

const LIMIT = { timeout: 500 };
const YEAR_SECONDS = 31_536_000;

// One client for all handlers: Next.js makes a handler for each request.
const client = Client.newHazelcastClient({
  network: { clusterMembers: [process.env.HAZELCAST_ADDRESS ?? '127.0.0.1:5701'] },
  // Nobody waits for a connection: neither the build, which loads this file too, nor a page.
  connectionStrategy: { asyncStart: true, reconnectMode: 'ASYNC' },
  // JSON would not keep Buffers and Maps.
  serialization: { globalSerializer: msgpackSerializer() },
});

const map = async (name) => (await client).getMap(name);

export default class CacheHandler {
  async get(key, context = {}) {
    return orElse(null, async () => {
      const entry = await (await map('next-entries')).get(key, LIMIT);
      if (entry === null) return null;
      const tags = [...entry.tags, ...(context.tags ?? []), ...(context.softTags ?? [])];
      const revalidated = await (await map('next-tags')).getAll([...new Set(tags)], LIMIT);
      const isStale = revalidated.some(([, time]) => time >= entry.lastModified);
      return isStale ? null : { value: entry.value, lastModified: entry.lastModified };
    });
  }

  /** Keeps a value. @param value null for a page that is not found, which is kept, too */
  async set(key, value, context = {}) {
    await orElse(undefined, async () => {
      const ttl = (context.cacheControl?.expire ?? YEAR_SECONDS) * 1000;
      const entry = { value, tags: tagsOf(value, context), lastModified: Date.now() };
      return (await map('next-entries')).set(key, entry, ttl, undefined, LIMIT);
    });
  }

  /** Makes all entries with these tags misses. Rejects if that fails: old values must not be served without anybody noticing. */
  async revalidateTag(tags) {
    const times = [tags].flat().map((tag) => [tag, Date.now()]);
    await (await map('next-tags')).setAll(times, LIMIT);
  }

  resetRequestCache() {}
}

/** Returns the tags of a value: fetches are given theirs, pages and routes have them in a header. */
function tagsOf(value, { tags }) {
  return tags ?? value?.headers?.['x-next-cache-tags']?.split(',') ?? [];
}

async function orElse(otherwise, action) {
  try {
    return await action();
  } catch (error) {
    console.warn('the cache was not reached:', error.message);
    return otherwise;
  }
}
