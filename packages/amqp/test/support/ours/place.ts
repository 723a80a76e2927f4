import { expect } from 'vitest';

import { forceMoves } from './force-moves.js';

/** What `OFFLOOP_THREADED` may be. `moves`: as users get it, but each connection moves as soon as it is open. */
const PLACES = {
  auto: { options: {}, isThreaded: expect.any(Boolean) },
  moves: { options: {}, isThreaded: true },
  true: { options: { threaded: true }, isThreaded: true },
  false: { options: { threaded: false }, isThreaded: false },
} as const;

const asked = process.env['OFFLOOP_THREADED'] ?? 'auto';
if (!Object.hasOwn(PLACES, asked))
  throw new Error(`OFFLOOP_THREADED has to be one of ${Object.keys(PLACES).join(', ')}, not ${asked}`);

const place = PLACES[asked as keyof typeof PLACES];

/** Options of connections whose test does not say where they live: as users get them, or as `OFFLOOP_THREADED` says. */
export const PLACE: { readonly threaded?: boolean } = place.options;
/** What their `isThreaded` has to be. */
export const IS_THREADED: unknown = place.isThreaded;

if (asked === 'moves') forceMoves();
