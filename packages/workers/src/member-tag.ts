/**
 * A member's UUID in the 32 bits a request has room for: the first of them, which are random. Two members of one cluster
 * may have the same tag once in many millions of clusters, and then one of them is preferred for the other.
 */
export function memberTag(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8), 16) | 0;
}
