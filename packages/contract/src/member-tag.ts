/**
 * The first 32 bits of a member's UUID: a request has no room for more. They are random. In one of many millions of
 * clusters two members have the same tag; then the wrong one of them may be preferred, which does no harm.
 */
export function memberTag(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8), 16) | 0;
}
