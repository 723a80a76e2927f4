import type { Client } from 'offloop';

import { EventLog } from './event-log.js';

/** An object that is listened to: what was heard of it, and how another client changes it. */
export interface Listened {
  readonly lines: () => readonly string[];
  readonly change: (text: string) => Promise<unknown>;
  /** What is heard of a change; to be asked in the order of the changes. */
  readonly line: (text: string) => string;
  /** Removes the listener. */
  readonly end: () => Promise<boolean>;
  /** What the object has, if it keeps each change. */
  readonly kept?: () => Promise<Iterable<string>>;
}

type Listening = (ours: Client, theirs: Client, name: string) => Promise<Listened>;

function toItems(getter: 'getQueue' | 'getList' | 'getSet'): Listening {
  return async (ours, theirs, name) => {
    const [log, mine, other] = [
      new EventLog(),
      await ours[getter]<string>(name),
      await theirs[getter]<string>(name),
    ];
    const id = await mine.addItemListener(log.listener, true);
    return {
      lines: () => log.lines,
      change: (text) => other.add(text),
      line: (text) => `+${text}`,
      end: () => mine.removeItemListener(id),
      ...(getter === 'getSet' ? {} : { kept: () => other.toArray() }),
    };
  };
}

/** One key, whose partition is that of the name: its values follow each other. */
function toEntries(getter: 'getMap' | 'getReplicatedMap'): Listening {
  return async (ours, theirs, name) => {
    const [log, mine, other] = [new EventLog(), await ours[getter](name), await theirs[getter](name)];
    const withValues = getter === 'getMap' ? ([undefined, true] as [undefined, never]) : [];
    const id = await mine.addEntryListener(log.listener, ...withValues);
    let old = 'null';
    return {
      lines: () => log.lines,
      change: (text) => other.put(name, text),
      line: (text) => {
        const line = `${old === 'null' ? 'added' : 'updated'} ${name}=${text}<${old}`;
        old = text;
        return line;
      },
      end: () => mine.removeEntryListener(id),
    };
  };
}

/** Adds a listener to an object of each kind. */
export const listenTo: Readonly<Record<string, Listening>> = {
  queue: toItems('getQueue'),
  list: toItems('getList'),
  set: toItems('getSet'),
  map: toEntries('getMap'),
  'replicated map': toEntries('getReplicatedMap'),
  multimap: async (ours, theirs, name) => {
    const [log, mine, other] = [
      new EventLog(),
      await ours.getMultiMap(name),
      await theirs.getMultiMap<string, string>(name),
    ];
    const id = await mine.addEntryListener(log.listener, undefined, true);
    return {
      lines: () => log.lines,
      change: (text) => other.put(name, text),
      line: (text) => `added ${name}=${text}<null`,
      end: () => mine.removeEntryListener(id),
    };
  },
  topic: async (ours, theirs, name) => {
    const [lines, mine, other] = [
      [] as string[],
      await ours.getTopic<string>(name),
      await theirs.getTopic<string>(name),
    ];
    const id = await mine.addMessageListener(({ messageObject }) => lines.push(messageObject));
    return {
      lines: () => lines,
      change: (text) => other.publish(text),
      line: (text) => text,
      end: () => mine.removeMessageListener(id),
    };
  },
};
