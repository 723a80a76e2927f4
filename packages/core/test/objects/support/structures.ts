import { listSequences, queueSequences, setSequences } from '../../collections/sequences.js';
import { multiMapSequences } from '../../multi-map/sequences.js';
import { predicateSequences, replicatedMapSequences } from '../../replicated-map/sequences.js';
import type { Getter, Sequence } from './sequences.js';

const of = (getter: Getter, sequences: readonly Sequence[]): [string, Getter, Sequence][] =>
  sequences.map((sequence) => [`${getter}: ${sequence.title}`, getter, sequence]);

/** What structures do, whichever client asks and whichever member answers. */
export const structures: readonly (readonly [title: string, getter: Getter, sequence: Sequence])[] = [
  ...of('getList', listSequences),
  ...of('getSet', setSequences),
  ...of('getQueue', queueSequences),
  ...of('getMultiMap', multiMapSequences),
  ...of('getReplicatedMap', replicatedMapSequences),
];

/** The same for what the embedded member cannot do. */
export const ofRealMembers: typeof structures = of('getReplicatedMap', predicateSequences);
