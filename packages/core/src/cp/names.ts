import { AssertionError } from 'node:assert';
import type { StructOf } from '@offloop/wire';
import { describe } from '@offloop/values';

const DEFAULT_GROUP = 'default';

/** The CP group of an object. A group that was destroyed and created again has another id. */
export type CpGroup = Readonly<StructOf<'RaftGroupId'>>;

/** Returns a text that is equal for equal groups. */
export function groupKey({ name, seed, id }: CpGroup): string {
  return `${seed}:${id}:${name}`;
}

/** An object's name in the CP subsystem: `name`, in the default group, or `name@group`. */
export interface CpName {
  /** The name with its group, unless that is the default one. */
  readonly full: string;
  /** The name without its group. */
  readonly object: string;
}

/** Parses a name. Throws AssertionError, as the official client, which says what is wrong with it. */
export function cpName(name: unknown): CpName {
  if (typeof name !== 'string') throw wrong(`must be a string, got ${describe(name)}`);
  const full = name.trim();
  const [object, group, ...others] = full.split('@').map((part) => part.trim());
  if (others.length > 0) throw wrong("has more than one '@'");
  if (group === '') throw wrong("has no group behind its '@'");
  if (object === '') throw wrong('must not be empty');
  return { full: group === DEFAULT_GROUP ? object : full, object };
}

function wrong(what: string): AssertionError {
  return new AssertionError({ message: `the name of a CP object ${what}` });
}
