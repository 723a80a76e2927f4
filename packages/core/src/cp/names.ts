import { describe } from '../errors/describe.js';
import { IllegalArgumentError } from '../errors/hierarchy.js';

const DEFAULT_GROUP = 'default';

/** An object's name in the CP subsystem: `name`, in the default group, or `name@group`. */
export interface CpName {
  /** With its group, unless that is the default one: what the object is called. */
  readonly full: string;
  /** Without: what it is called inside its group. */
  readonly object: string;
}

/** Throws IllegalArgumentError naming what is wrong. */
export function cpName(name: unknown): CpName {
  if (typeof name !== 'string') throw wrong(`must be a string, got ${describe(name)}`);
  const full = name.trim();
  const [object, group, ...others] = full.split('@').map((part) => part.trim());
  if (others.length > 0) throw wrong("has more than one '@'");
  if (group === '') throw wrong("has no group behind its '@'");
  if (object === '') throw wrong('must not be empty');
  return { full: group === DEFAULT_GROUP ? object : full, object };
}

function wrong(what: string): IllegalArgumentError {
  return new IllegalArgumentError(`the name of a CP object ${what}`);
}
