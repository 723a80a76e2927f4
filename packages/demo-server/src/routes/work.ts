import {
  Family,
  FAMILIES,
  Compute,
  COMPUTES,
  defaultCompute,
  Workload,
  WORKLOADS,
} from '../approaches/approaches.js';
import type { EngineRoom } from '../engines/engine-room.js';
import { FIB_FAMILIES } from '../engines/fib-engine.js';
import { SLICERS, Slicer } from '../slicing/slicers.js';
import { MAX_N, MAX_SLICED_N } from '../fib/fib.js';
import { busy, type Reply, type Route, type RouteRequest, counted } from '../http/app.js';
import { gridCall, HttpError } from '../http/http-error.js';
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

  const quote = async ({ query }: RouteRequest, family: Family): Promise<Reply> => {
    const { documents } = engines.grid.catalogue;
    const help = { items: itemsHelp(documents), slicer: SLICER_HELP, compute: COMPUTE_HELP };
    const values = readQuery(query, help);
    const items = parseItems(values.items, documents);
    const slicer = slicerOf(family, values.slicer);
    const engine = await gridCall(engines.quotes(family, computeOf(family, values.compute)));
    return { text: await engine.quote(items, slicer) };
  };

  const fib = async ({ query }: RouteRequest, family: Family): Promise<Reply> => {
    const most = family === Family.TIMESLICE ? MAX_SLICED_N : MAX_N;
    const values = readQuery(query, { n: `n: a whole number from 0 to ${most}`, slicer: SLICER_HELP });
    const n = wholeNumber('n', values.n ?? '', 0, most);
    const slicer = slicerOf(family, values.slicer);
    if (family !== Family.TIMESLICE) {
      return { body: { n, fib: await engines.fib.fib(n, family, slicer) } };
    }
    if (slicedFibs >= MAX_SLICED_FIBS) throw busy(`${MAX_SLICED_FIBS} sliced numbers are under way`);
    slicedFibs++;
    try {
      return { body: { n, fib: await engines.fib.fib(n, family, slicer) } };
    } finally {
      slicedFibs--;
    }
  };

  return [
    counted(
      'GET',
      '/:approach/quote',
      `a quote; approach: ${FAMILIES.join(', ')}; ${itemsHelp(engines.grid.catalogue.documents)}`,
      (request) => quote(request, familyOf(request, Workload.QUOTE, FAMILIES)),
    ),
    counted(
      'GET',
      '/:approach/fib',
      `a Fibonacci number; approach: ${FIB_FAMILIES.join(', ')}; n: 0 to ${MAX_N}, sliced to ${MAX_SLICED_N}`,
      (request) => fib(request, familyOf(request, Workload.FIB, FIB_FAMILIES)),
    ),
  ];
}

function familyOf({ params }: RouteRequest, workload: Workload, known: readonly Family[]): Family {
  const text = params['approach'];
  const family = known.find((each) => each === text);
  if (family !== undefined) return family;
  const accepted = WORKLOADS.map((each) => {
    const families = each === Workload.FIB ? FIB_FAMILIES : FAMILIES;
    return `/${families.join(`/${each}, /`)}/${each}`;
  });
  throw new HttpError(404, 'unknown-approach', `there is no approach '${text}' to ${workload}`, accepted);
}

function slicerOf(family: Family, text: string | undefined): Slicer {
  if (text === undefined) return Slicer.SET_IMMEDIATE;
  if (family !== Family.TIMESLICE) throw badQuery(`${family} has no slicer`, SLICER_HELP);
  return oneOf('slicer', text, SLICERS);
}

function computeOf(family: Family, text: string | undefined): Compute {
  if (text === undefined) return defaultCompute(family);
  if (family === Family.TIMESLICE) throw badQuery('timeslice computes in slices', COMPUTE_HELP);
  const compute = oneOf('compute', text, COMPUTES);
  if (compute === Compute.TRANSFORM && family !== Family.WORKERS) {
    throw badQuery(`${family} has no transforms`, COMPUTE_HELP);
  }
  return compute;
}
