import {
  Approach,
  APPROACHES,
  Compute,
  COMPUTES,
  defaultCompute,
  Workload,
  WORKLOADS,
} from '../approaches/contenders.js';
import type { EngineRoom } from '../approaches/engine-room.js';
import { FIB_APPROACHES } from '../approaches/fib-engine.js';
import { SLICERS, Slicer } from '../approaches/slicers.js';
import { MAX_N, MAX_SLICED_N } from '../fib/fib.js';
import { busy, type Reply, type Route, type RouteRequest } from '../http/app.js';
import { gridCall } from '../http/grid-call.js';
import { HttpError } from '../http/http-error.js';
import { badQuery, oneOf, readQuery, wholeNumber } from '../http/query.js';
import { itemsHelp, parseItems } from '../quote/items.js';

const SLICER_HELP = `slicer (timeslice only): ${SLICERS.join(', ')}; default ${Slicer.SET_IMMEDIATE}`;
const COMPUTE_HELP =
  `compute (not with timeslice): ${Compute.WHOLE}, the default of sync; ${Compute.LOOP}, that of official; ` +
  `${Compute.POOL}; and with workers ${Compute.TRANSFORM}, which is its default`;

/** Sliced numbers under way at once: each may hold 20,000 promises. */
const MAX_SLICED_FIBS = 100;

/** The work that is compared: quotes and Fibonacci numbers, by every approach. */
export function workRoutes(engines: EngineRoom): Route[] {
  let slicedFibs = 0;

  const quote = async ({ query }: RouteRequest, approach: Approach): Promise<Reply> => {
    const { documents } = engines.grid.catalogue;
    const help = { items: itemsHelp(documents), slicer: SLICER_HELP, compute: COMPUTE_HELP };
    const values = readQuery(query, help);
    const items = parseItems(values.items, documents);
    const slicer = slicerOf(approach, values.slicer);
    const engine = await gridCall(engines.quotes(approach, computeOf(approach, values.compute)));
    return { text: await engine.quote(items, slicer) };
  };

  const fib = async ({ query }: RouteRequest, approach: Approach): Promise<Reply> => {
    const most = approach === Approach.TIMESLICE ? MAX_SLICED_N : MAX_N;
    const values = readQuery(query, { n: `n: a whole number from 0 to ${most}`, slicer: SLICER_HELP });
    const n = wholeNumber('n', values.n ?? '', 0, most);
    const slicer = slicerOf(approach, values.slicer);
    if (approach !== Approach.TIMESLICE) {
      return { body: { n, fib: await engines.fib.fib(n, approach, slicer) } };
    }
    if (slicedFibs >= MAX_SLICED_FIBS) throw busy(`${MAX_SLICED_FIBS} sliced numbers are under way`);
    slicedFibs++;
    try {
      return { body: { n, fib: await engines.fib.fib(n, approach, slicer) } };
    } finally {
      slicedFibs--;
    }
  };

  return [
    {
      method: 'GET',
      pattern: '/:approach/quote',
      about: `a quote; approach: ${APPROACHES.join(', ')}; ${itemsHelp(engines.grid.catalogue.documents)}`,
      counts: true,
      handle: (request) => quote(request, approachOf(request, Workload.QUOTE, APPROACHES)),
    },
    {
      method: 'GET',
      pattern: '/:approach/fib',
      about: `a Fibonacci number; approach: ${FIB_APPROACHES.join(', ')}; n: 0 to ${MAX_N}, sliced to ${MAX_SLICED_N}`,
      counts: true,
      handle: (request) => fib(request, approachOf(request, Workload.FIB, FIB_APPROACHES)),
    },
  ];
}

function approachOf({ params }: RouteRequest, workload: Workload, known: readonly Approach[]): Approach {
  const text = params['approach'];
  const approach = known.find((each) => each === text);
  if (approach !== undefined) return approach;
  const accepted = WORKLOADS.map((each) => {
    const approaches = each === Workload.FIB ? FIB_APPROACHES : APPROACHES;
    return `/${approaches.join(`/${each}, /`)}/${each}`;
  });
  throw new HttpError(404, 'unknown-approach', `there is no approach '${text}' to ${workload}`, accepted);
}

function slicerOf(approach: Approach, text: string | undefined): Slicer {
  if (text === undefined) return Slicer.SET_IMMEDIATE;
  if (approach !== Approach.TIMESLICE) throw badQuery(`${approach} has no slicer`, SLICER_HELP);
  return oneOf('slicer', text, SLICERS);
}

function computeOf(approach: Approach, text: string | undefined): Compute {
  if (text === undefined) return defaultCompute(approach);
  if (approach === Approach.TIMESLICE) throw badQuery('timeslice computes in slices', COMPUTE_HELP);
  const compute = oneOf('compute', text, COMPUTES);
  if (compute === Compute.TRANSFORM && approach !== Approach.WORKERS) {
    throw badQuery(`${approach} has no transforms`, COMPUTE_HELP);
  }
  return compute;
}
