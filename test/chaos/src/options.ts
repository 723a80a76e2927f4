import { parseArgs } from 'node:util';

/** Which client a run is of. */
export const ClientName = { OFFLOOP: 'offloop', OFFICIAL: 'official' } as const;
export type ClientName = (typeof ClientName)[keyof typeof ClientName];

export interface ChaosOptions {
  /** How long faults go on; starting and checking come on top. */
  readonly minutes: number;
  /** Decides what happens when; what the machine makes of it is its own. */
  readonly seed: number;
  readonly client: ClientName;
  /** Connections are cut to one member at a time only. */
  readonly singleCuts: boolean;
  /** The client itself waits for the backups of a write, and one whose backups do not answer is rejected. */
  readonly acks: boolean;
  /** Worker threads of our client. */
  readonly workers: number | 'auto';
  /** The map has a near cache, and another client of the process reads from one of its own what this one writes. */
  readonly nearCache: boolean;
}

export const USAGE: string = `pnpm chaos [--minutes N] [--seed N] [--client offloop|official] [--single-cuts] [--acks] [--workers N|auto] [--near-cache]

Three real members, a load of unique values, and faults: members killed and restarted one at a time, connections
cut or silenced, the caller's loop blocked. Then it checks that nothing acknowledged is lost. Default: 10 minutes,
a random seed (printed), offloop. Ends with code 1 when anything is wrong. --single-cuts: connections to one member at
a time only, which the official client needs to get through. --acks: the client itself waits for the backups of each write. --workers: of our client, 1 by default. --near-cache:
the map has one, and a second client reads by its own how stale that ever is.`;

/** @throws RangeError or TypeError naming the argument that is wrong */
export function readOptions(args: readonly string[]): ChaosOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string' },
      seed: { type: 'string' },
      client: { type: 'string' },
      'single-cuts': { type: 'boolean' },
      acks: { type: 'boolean' },
      workers: { type: 'string' },
      'near-cache': { type: 'boolean' },
    },
  });
  const minutes = Number(values.minutes ?? '10');
  if (!(minutes > 0)) throw new RangeError(`--minutes takes a number above 0, got ${values.minutes}`);
  const seed = Number(values.seed ?? process.env['OFFLOOP_SEED'] ?? Date.now() % 0x7fff_ffff);
  if (!Number.isInteger(seed)) throw new RangeError(`--seed takes a whole number, got ${values.seed}`);
  const client = Object.values(ClientName).find((each) => each === (values.client ?? ClientName.OFFLOOP));
  if (client === undefined) throw new RangeError(`--client is offloop or official, got ${values.client}`);
  const workers = values.workers === 'auto' ? 'auto' : Number(values.workers ?? '1');
  if (workers !== 'auto' && (!Number.isInteger(workers) || workers < 1))
    throw new RangeError(`--workers takes a whole number from 1, or auto; got ${values.workers}`);
  const singleCuts = values['single-cuts'] === true;
  const nearCache = values['near-cache'] === true;
  return { minutes, seed, client, singleCuts, acks: values.acks === true, workers, nearCache };
}
