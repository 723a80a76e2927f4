import type { FastifyInstance, FastifyRequest } from 'fastify';

import { APPROACHES } from '../approaches/approaches.js';
import { requireOwnOrigin } from '../http/own-origin.js';
import type { EventStream } from './event-stream.js';
import type { BlockDesk } from './block-desk.js';
import type { RunDesk } from './run-desk.js';
import { checkBlockOrder, checkOrder, RUN_LIMITS } from './run-limits.js';

const MAX_ORDER_BYTES = 4 * 1024;

/** Adds the routes that make the page live: a stream of events, and orders for runs and holds. */
export function liveRoutes(
  app: FastifyInstance,
  stream: EventStream,
  desk: RunDesk,
  blocks: BlockDesk,
  about: string,
): void {
  const config = { about: 'what the page shows, as server-sent events' };
  app.get('/events', { config, exposeHeadRoute: false }, (_, reply) => {
    stream.add(reply, {
      type: 'snapshot',
      about,
      approaches: APPROACHES,
      limits: RUN_LIMITS,
      runs: desk.records(),
      ...(blocks.state === undefined ? {} : { block: blocks.state }),
    });
  });

  /** Makes the options of a route for orders, which only the page may give. */
  const order = (text: string): object => ({
    onRequest: async (request: FastifyRequest) => requireOwnOrigin(request),
    bodyLimit: MAX_ORDER_BYTES,
    config: { about: `${text}, from the page only` },
  });
  app.post('/runs', order('starts a bounded load'), async ({ body }, reply) => {
    const checked = checkOrder(body);
    await desk.giveWay();
    return reply.code(202).send({ runs: desk.start(checked).runs });
  });
  app.post('/blocks', order('holds a thread of each client'), async ({ body }, reply) => {
    const seconds = checkBlockOrder(body);
    await desk.giveWay();
    return reply.code(202).send(blocks.start(seconds));
  });
  app.delete('/runs', order('ends the load or the hold that is under way'), async (_, reply) => {
    await Promise.all([desk.stop(), blocks.stop()]);
    return reply.code(204).send();
  });
}
