import { messageById, messages, type MessageSpec } from '@offloop/wire';

/** Name of a message type, for example `map.get` for 0x010200; the number as text if the type is not in the message table. */
export function nameOf(type: number): string {
  const known = messageById(type);
  return known === undefined ? hexOf(type) : `${known.service}.${known.name}`;
}

/** Type of a message name, for example 0x010200 for `map.get`; undefined if the name is not in the message table. */
export function typeOf(name: string): number | undefined {
  const [service, message] = name.split('.');
  const specs: Readonly<Record<string, Readonly<Record<string, MessageSpec>>>> = messages;
  return specs[service ?? '']?.[message ?? '']?.id;
}

function hexOf(type: number): string {
  return `message 0x${(type >>> 0).toString(16).padStart(6, '0')}`;
}
