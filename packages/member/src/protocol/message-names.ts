import { messageById, messages, type MessageSpec } from '@offloop/wire';

/** `map.get` for 0x010200; the number itself for a message that is not in our table. */
export function nameOf(type: number): string {
  const known = messageById(type);
  return known === undefined ? hexOf(type) : `${known.service}.${known.name}`;
}

/** The type of `map.get`; undefined for a name that is not in our table. */
export function typeOf(name: string): number | undefined {
  const [service, message] = name.split('.');
  const specs: Readonly<Record<string, Readonly<Record<string, MessageSpec>>>> = messages;
  return specs[service ?? '']?.[message ?? '']?.id;
}

function hexOf(type: number): string {
  return `message 0x${(type >>> 0).toString(16).padStart(6, '0')}`;
}
