import type { StructOf } from '@offloop/wire/protocol';

/** Which CP group an object is in. A group that was destroyed and made again is another. */
export type CpGroup = Readonly<StructOf<'RaftGroupId'>>;

/** Equal for equal groups. */
export function groupKey({ name, seed, id }: CpGroup): string {
  return `${seed}:${id}:${name}`;
}
