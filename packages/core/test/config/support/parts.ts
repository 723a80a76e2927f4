import type { Serializer } from '@offloop/values';

/** A listener, or a method of a logger, that does nothing. */
export const silent = (): void => undefined;

export function serializer(id: number): Serializer {
  return { id, read: () => null, write: () => undefined };
}

/** A configuration with this value at that place, written as errors name it: `network.clusterMembers[0]`, `properties['a.b']`. */
export function configWith(option: string, value: unknown): unknown {
  if (option === '') return value;
  const [step, name = '', key = name] = /^(?:\.?([^.[]+)|\['(.+?)'\]|\[0\])/.exec(option)!;
  const inner = configWith(option.slice(step.length), value);
  return step === '[0]' ? [inner] : { [key]: inner };
}
