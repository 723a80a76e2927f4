/**
 * Returns a member's tag: the first 32 bits of its UUID, as a request has no room for more. They are random. In one of many
 * millions of clusters two members have the same tag; then the wrong one may be preferred, which does no harm.
 */
export function memberTag(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8), 16) | 0;
}
