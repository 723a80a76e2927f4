import type { Serializer } from '@offloop/values';

/** A listener, or a method of a logger, that does nothing. */
export const silent = (): void => undefined;

export function serializer(id: number): Serializer {
  return { id, read: () => null, write: () => undefined };
}
