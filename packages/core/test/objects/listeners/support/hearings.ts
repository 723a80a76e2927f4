import type { Client } from 'offloop';

/** Who publishes values, and who hears of them, on an object of this name. */
interface Sides {
  readonly writer: Client;
  readonly reader: Client;
  readonly name: string;
}

/** Adds a listener that passes what it hears on, by the reader; resolves to what publishes values, by the writer. */
type Hearing = (
  sides: Sides,
  hear: (value: unknown) => void,
) => Promise<(value: unknown) => Promise<unknown>>;

export const OLD_AND_NEW = 'one key of a map, old and new';

/** Each way that values come in events. */
export const hearings: Readonly<Record<string, Hearing>> = {
  topic: async ({ writer, reader, name }, hear) => {
    await (await reader.getTopic(name)).addMessageListener(({ messageObject }) => hear(messageObject));
    const topic = await writer.getTopic(name);
    return (value) => topic.publish(value);
  },
  'reliable topic': async ({ writer, reader, name }, hear) => {
    (await reader.getReliableTopic(name)).addMessageListener({
      onMessage: ({ messageObject }) => hear(messageObject),
      retrieveInitialSequence: () => 0,
    });
    const topic = await writer.getReliableTopic(name);
    return (value) => topic.publish(value);
  },
  'entries of a map': async ({ writer, reader, name }, hear) => {
    await (
      await reader.getMap(name)
    ).addEntryListener({ added: ({ value }) => hear(value) }, undefined, true);
    const map = await writer.getMap(name);
    let key = 0;
    return (value) => map.set(key++, value);
  },
  [OLD_AND_NEW]: async ({ writer, reader, name }, hear) => {
    const map = await writer.getMap(name);
    await map.set('k', 'begin');
    const listener = { updated: ({ value }: { readonly value: unknown }) => hear(value) };
    await (await reader.getMap(name)).addEntryListener(listener, 'k', true);
    return (value) => map.set('k', value);
  },
  'entries of a replicated map': async ({ writer, reader, name }, hear) => {
    await (await reader.getReplicatedMap(name)).addEntryListener({ added: ({ value }) => hear(value) });
    const map = await writer.getReplicatedMap(name);
    let key = 0;
    return (value) => map.put(key++, value);
  },
  'entries of a multimap': async ({ writer, reader, name }, hear) => {
    const listener = { added: ({ value }: { readonly value: unknown }) => hear(value) };
    await (await reader.getMultiMap(name)).addEntryListener(listener, undefined, true);
    const map = await writer.getMultiMap(name);
    return (value) => map.put('k', value);
  },
  'items of a list': itemsOf('getList'),
  'items of a set': itemsOf('getSet'),
  'items of a queue': itemsOf('getQueue'),
};

function itemsOf(maker: 'getList' | 'getSet' | 'getQueue'): Hearing {
  return async ({ writer, reader, name }, hear) => {
    await (await reader[maker](name)).addItemListener({ itemAdded: ({ item }) => hear(item) }, true);
    const made = await writer[maker](name);
    return (value) => made.add(value);
  };
}
