import type { FastifyInstance } from 'fastify';

import { Compute, COMPUTES, defaultCompute, Family, FAMILIES } from '../approaches/approaches.js';
import type { EngineRoom } from '../engines/engine-room.js';
import { FIB_FAMILIES } from '../engines/fib-engine.js';
import { MAX_N, MAX_SLICED_N } from '../computing/fib.js';
import type { ObjectSchema } from '../http/answer-error.js';
import { JSON_TYPE } from '../http/headers.js';
import { busy, gridCall } from '../http/http-error.js';
import { itemsHelp, parseItems } from '../quote/items.js';
import { SLICERS, Slicer } from '../computing/slicers.js';

/** Most sliced numbers under way at once: each may hold 20,000 promises. */
const MAX_SLICED_FIBS = 100;

const SLICER = {
  enum: SLICERS,
  default: Slicer.SET_IMMEDIATE,
  description: `slicer: ${SLICERS.join(', ')}; default ${Slicer.SET_IMMEDIATE}`,
};

/** Adds the routes of the work that is compared: quotes and Fibonacci numbers, for every family. */
export function workRoutes(app: FastifyInstance, engines: EngineRoom): void {
  for (const family of FAMILIES) quoteRoute(app, engines, family);
  for (const family of FIB_FAMILIES) fibRoute(app, engines, family);
}

interface QuoteQuery {
  readonly items: string;
  /** Timer to pause with; only time-sliced approaches have it. */
  readonly slicer?: Slicer;
  /** Place to compute; all but time-sliced approaches have it. */
  readonly compute?: Compute;
}

function quoteRoute(app: FastifyInstance, engines: EngineRoom, family: Family): void {
  const { documents } = engines.grid.catalogue;
  const help = itemsHelp(documents);
  const querystring: ObjectSchema = {
    type: 'object',
    properties: {
      items: { type: 'string', description: help },
      ...(family === Family.TIMESLICE ? { slicer: SLICER } : { compute: computeOf(family) }),
    },
    required: ['items'],
    additionalProperties: false,
  };
  app.get<{ Querystring: QuoteQuery }>(
    `/${family}/quote`,
    { schema: { querystring }, config: { about: `a quote; ${help}` } },
    async ({ query }, reply) => {
      const { slicer = Slicer.SET_IMMEDIATE, compute = defaultCompute(family) } = query;
      const items = parseItems(query.items, documents);
      const engine = await gridCall(engines.quotes(family, compute));
      return reply.type(JSON_TYPE).send(await engine.quote(items, slicer));
    },
  );
}

function computeOf(family: Family): { readonly enum: readonly Compute[]; readonly description: string } {
  const possible = COMPUTES.filter((each) => each !== Compute.TRANSFORM || family === Family.WORKERS);
  const description = `compute: ${possible.join(', ')}; default ${defaultCompute(family)}`;
  return { enum: possible, description };
}

interface FibQuery {
  readonly n: number;
  /** Timer to pause with; only time-sliced approaches have it. */
  readonly slicer?: Slicer;
}

function fibRoute(app: FastifyInstance, engines: EngineRoom, family: Family): void {
  const isSliced = family === Family.TIMESLICE;
  const most = isSliced ? MAX_SLICED_N : MAX_N;
  const help = `n: a whole number from 0 to ${most}`;
  const querystring: ObjectSchema = {
    type: 'object',
    properties: {
      n: { type: 'integer', minimum: 0, maximum: most, description: help },
      ...(isSliced ? { slicer: SLICER } : {}),
    },
    required: ['n'],
    additionalProperties: false,
  };
  let underWay = 0;
  app.get<{ Querystring: FibQuery }>(
    `/${family}/fib`,
    { schema: { querystring }, config: { about: `a Fibonacci number; ${help}` } },
    async ({ query: { n, slicer = Slicer.SET_IMMEDIATE } }) => {
      if (isSliced && underWay >= MAX_SLICED_FIBS)
        throw busy(`${MAX_SLICED_FIBS} sliced numbers are under way`);
      underWay++;
      try {
        return { n, fib: await engines.fib.fib(n, family, slicer) };
      } finally {
        underWay--;
      }
    },
  );
}
