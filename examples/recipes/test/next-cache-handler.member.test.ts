import { startMember, type Member } from '@offloop/member';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import type Handler from '../src/next-cache-handler.mjs';

let member: Member;
let CacheHandler: typeof Handler;
// The member is not stopped: the recipe's client lives as long as this process, and would log the member's end.
beforeAll(async () => {
  member = await startMember({ log: () => undefined });
  vi.stubEnv('HAZELCAST_ADDRESS', member.address);
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  CacheHandler = (await import('../src/next-cache-handler.mjs')).default;
  const probe = { kind: 'FETCH', data: {} };
  await vi.waitUntil(
    async () => {
      await new CacheHandler().set('probe', probe);
      return (await new CacheHandler().get('probe')) !== null;
    },
    { timeout: 20_000 },
  );
});

/** Values as Next.js 15 and 16 hand them over. */
const page = {
  kind: 'APP_PAGE',
  html: '<p>tea</p>',
  rscData: Buffer.from([0, 1, 254, 255]),
  segmentData: new Map([['/_tree', Buffer.from([255, 0])]]),
  headers: { 'x-next-cache-tags': '_N_T_/layout,_N_T_/tea,prices' },
  status: 200,
  postponed: undefined,
};
const route = { kind: 'APP_ROUTE', body: Buffer.from([137, 80, 78, 71, 0, 255]), status: 200, headers: {} };
const fetched = {
  kind: 'FETCH',
  data: { headers: { etag: 'x' }, body: 'W10=', status: 200, url: 'https://shop.example/prices' },
  revalidate: 60,
};

test('pages, routes and fetches come back as they were, binary parts and maps among them', async () => {
  const before = Date.now();
  await new CacheHandler().set('/tea', page, { cacheControl: { revalidate: 60, expire: 3600 } });
  await new CacheHandler().set('/icon.png', route, {});
  await new CacheHandler().set('f1', fetched, { tags: ['prices'] });

  const found = await new CacheHandler().get('/tea', { kind: 'APP_PAGE' });
  expect(found?.value).toEqual(page);
  expect(found?.value.rscData).toBeInstanceOf(Buffer);
  expect(found?.value.segmentData.get('/_tree')).toBeInstanceOf(Buffer);
  expect(found?.lastModified).toBeGreaterThanOrEqual(before);
  expect((await new CacheHandler().get('/icon.png'))?.value).toEqual(route);
  expect((await new CacheHandler().get('f1', { tags: ['prices'], softTags: [] }))?.value).toEqual(fetched);
  expect(await new CacheHandler().get('nothing')).toBeNull();
});

test('a tag that is revalidated makes all misses that bear it, until they are set again', async () => {
  await new CacheHandler().set('/a', page, {});
  await new CacheHandler().set('f2', fetched, { tags: ['menu'] });
  await new CacheHandler().set('f3', fetched, { tags: [] });

  await new CacheHandler().revalidateTag('menu');
  expect(await new CacheHandler().get('f2')).toBeNull();
  expect(await new CacheHandler().get('/a')).not.toBeNull();

  await new CacheHandler().revalidateTag(['_N_T_/tea', 'other']);
  expect(await new CacheHandler().get('/a')).toBeNull();
  // The place that asks has tags, too, such as the path of the page.
  expect(await new CacheHandler().get('f3', { softTags: ['_N_T_/tea'] })).toBeNull();
  expect(await new CacheHandler().get('f3', { softTags: ['_N_T_/cake'] })).not.toBeNull();

  await vi.waitUntil(
    async () => {
      await new CacheHandler().set('/a', page, {});
      return (await new CacheHandler().get('/a')) !== null;
    },
    { timeout: 20_000 },
  );
});

test('a page that is not found is kept as such', async () => {
  await new CacheHandler().set('/gone', null, { cacheControl: { revalidate: 60, expire: 3600 } });
  expect(await new CacheHandler().get('/gone')).toEqual({ value: null, lastModified: expect.any(Number) });
});

test('a member that does not answer is a miss, and nothing is kept; only a revalidation fails', async () => {
  await new CacheHandler().set('f5', fetched, {});
  const fault = member.faults.add({ action: { kind: 'swallow' } });
  onTestFinished(() => member.faults.clear());
  const answers = [new CacheHandler().get('f5'), new CacheHandler().set('f5', fetched, {})];
  await fault.untilHit();
  expect(await Promise.all(answers)).toEqual([null, undefined]);
  await expect(new CacheHandler().revalidateTag('menu')).rejects.toMatchObject({
    code: 'ERR_OFFLOOP_OPERATION_TIMEOUT',
  });
});
