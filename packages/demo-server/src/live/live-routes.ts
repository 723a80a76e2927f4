import { APPROACHES } from '../approaches/approaches.js';
import { uncounted, type Route } from '../http/app.js';
import { readJson } from '../http/body.js';
import { requireOwnOrigin } from '../http/own-origin.js';
import { readQuery } from '../http/query.js';
import type { EventStream } from './event-stream.js';
import type { BlockDesk } from './block-desk.js';
import type { RunDesk } from './run-desk.js';
import { checkBlockOrder, checkOrder, RUN_LIMITS } from './run-limits.js';

const MAX_ORDER_BYTES = 4 * 1024;

/** What the page lives on: a stream of events, and orders for runs. */
export function liveRoutes(stream: EventStream, desk: RunDesk, blocks: BlockDesk, about: string): Route[] {
  const approaches = APPROACHES.map(({ id, title, about: does, family, workloads, byDefault }) => {
    return { id, title, about: does, family, workloads, byDefault };
  });
  return [
    uncounted('GET', '/events', 'what the page shows, as server-sent events', ({ query, response }) => {
      readQuery(query, {});
      stream.add(response, {
        type: 'snapshot',
        about,
        approaches,
        limits: RUN_LIMITS,
        runs: desk.records(),
        ...(blocks.state === undefined ? {} : { block: blocks.state }),
      });
      return undefined;
    }),
    uncounted('POST', '/runs', 'starts a bounded load, from the page only', async ({ message }) => {
      requireOwnOrigin(message);
      const order = checkOrder(await readJson(message, MAX_ORDER_BYTES));
      await desk.giveWay();
      return { status: 202, body: { runs: desk.start(order).runs } };
    }),
    uncounted('POST', '/blocks', 'holds a thread of each client, from the page only', async ({ message }) => {
      requireOwnOrigin(message);
      const seconds = checkBlockOrder(await readJson(message, MAX_ORDER_BYTES));
      await desk.giveWay();
      return { status: 202, body: blocks.start(seconds) };
    }),
    uncounted(
      'DELETE',
      '/runs',
      'ends the load or the hold that is under way, from the page only',
      async ({ message }) => {
        requireOwnOrigin(message);
        await Promise.all([desk.stop(), blocks.stop()]);
        return { status: 204 };
      },
    ),
  ];
}
