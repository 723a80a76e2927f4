import { fieldLayout, readStruct, writeStruct } from './fields.js';
import { fixedTypes, type FixedType } from './fixed-types.js';
import { FRAME_HEADER_SIZE } from '../frames/frame.js';
import type { FrameReader } from '../frames/frame-reader.js';
import { structs } from '../messages/structs.js';
import { ProtocolError } from '../frames/protocol-error.js';
import {
  expectBegin,
  expectPlain,
  nextItem,
  readPresent,
  writeNullable,
  type VariableType,
} from './variable-type.js';

const stringType: VariableType = {
  read: (reader) => {
    expectPlain(reader);
    return reader.bytes.toString('utf8', reader.contentStart, reader.contentEnd);
  },
  write: (writer, value) => writer.stringFrame(value as string),
};

/** `Data` and byte arrays are read as views of the message. One that is kept longer than the message has to be copied. */
const bytesType: VariableType = {
  read: (reader) => {
    expectPlain(reader);
    return reader.bytes.subarray(reader.contentStart, reader.contentEnd);
  },
  write: (writer, value) => writer.frame(value as Buffer),
};

/** A page of rows is read as a view of its frames in the message, from BEGIN to END. Only the worker looks into them. */
const framesType: VariableType = {
  read: (reader) => {
    expectBegin(reader);
    const start = reader.contentStart - FRAME_HEADER_SIZE;
    reader.skipToEndStruct();
    return reader.bytes.subarray(start, reader.contentEnd);
  },
  write: (writer, value) => writer.frames(value as Buffer),
};

const derived = new Map<string, VariableType>([
  ['String', stringType],
  ['Data', bytesType],
  ['byteArray', bytesType],
  ['SqlPage', framesType],
]);

/** Returns the codec of a type of the message table, by its name without the `?`. It is derived at first use. */
export function variableType(name: string): VariableType {
  let type = derived.get(name);
  if (type === undefined) {
    type = derive(name);
    derived.set(name, type);
  }
  return type;
}

function derive(name: string): VariableType {
  if (name === 'longArray') return packedList(fixed('long'));
  const [head, rest] = splitAtUnderscore(name);
  switch (head) {
    case 'List':
    case 'Set': {
      const item = fixedTypes.get(rest);
      return item === undefined ? list(variableType(rest), rest) : packedList(item);
    }
    case 'ListCN':
      return listOfNullable(variableType(rest));
    case 'Map':
      return map(entries(rest));
    case 'EntryList':
      return entries(rest);
    default: {
      if (!Object.hasOwn(structs, name)) throw new TypeError(`The message table has no type ${name}`);
      const layout = fieldLayout(structs[name as keyof typeof structs], 0, variableType);
      return {
        read: (reader) => {
          expectBegin(reader);
          return readStruct(layout, reader);
        },
        write: (writer, value) => writeStruct(layout, writer, value as Record<string, unknown>),
      };
    }
  }
}

function list(item: VariableType, name: string): VariableType {
  return {
    read: (reader) => {
      expectBegin(reader);
      const items: unknown[] = [];
      while (nextItem(reader)) {
        if (reader.isNull()) throw new ProtocolError('Null where an item must be', { type: name });
        items.push(item.read(reader));
      }
      return items;
    },
    write: (writer, value) => {
      writer.beginStruct();
      for (const each of value as readonly unknown[]) item.write(writer, each);
      writer.endStruct();
    },
  };
}

function listOfNullable(item: VariableType): VariableType {
  return {
    read: (reader) => {
      expectBegin(reader);
      const items: unknown[] = [];
      while (nextItem(reader)) items.push(reader.isNull() ? null : item.read(reader));
      return items;
    },
    write: (writer, value) => {
      writer.beginStruct();
      for (const each of value as readonly unknown[]) writeNullable(writer, item, each);
      writer.endStruct();
    },
  };
}

/** Items of a fixed size lie side by side in one frame. */
function packedList(item: FixedType): VariableType {
  const size = item.size;
  return {
    read: (reader) => {
      const count = packedCount(reader, size);
      const items = new Array<unknown>(count);
      let at = reader.contentStart;
      for (let i = 0; i < count; i++, at += size) items[i] = item.get(reader.bytes, at);
      return items;
    },
    write: (writer, value) => {
      const items = value as readonly unknown[];
      writer.fixedFrame(items.length * size);
      for (let i = 0; i < items.length; i++) writer.setFixed(i * size, item, items[i]);
    },
  };
}

function entries(keyAndValue: string): VariableType {
  const [keyName, valueName] = splitAtUnderscore(keyAndValue);
  const fixedKey = fixedTypes.get(keyName);
  const fixedValue = fixedTypes.get(valueName);
  if (fixedKey !== undefined && fixedValue !== undefined) return packedEntries(fixedKey, fixedValue);
  if (fixedKey !== undefined) return valuesThenKeys(fixedKey, variableType(valueName), valueName);
  return alternatingEntries(variableType(keyName), variableType(valueName), valueName);
}

function packedEntries(key: FixedType, value: FixedType): VariableType {
  const size = key.size + value.size;
  return {
    read: (reader) => {
      const count = packedCount(reader, size);
      const items = new Array<[unknown, unknown]>(count);
      let at = reader.contentStart;
      for (let i = 0; i < count; i++, at += size) {
        items[i] = [key.get(reader.bytes, at), value.get(reader.bytes, at + key.size)];
      }
      return items;
    },
    write: (writer, pairs) => {
      const items = pairs as readonly (readonly [unknown, unknown])[];
      writer.fixedFrame(items.length * size);
      for (let i = 0; i < items.length; i++) {
        const [k, v] = items[i];
        writer.setFixed(i * size, key, k);
        writer.setFixed(i * size + key.size, value, v);
      }
    },
  };
}

/** Entries as a list of the values, then one packed frame of the keys. */
function valuesThenKeys(key: FixedType, value: VariableType, valueName: string): VariableType {
  const values = list(value, valueName);
  const keys = packedList(key);
  return {
    read: (reader) => {
      const second = values.read(reader) as unknown[];
      const first = readPresent(reader, keys, 'keys') as unknown[];
      if (first.length !== second.length) {
        throw new ProtocolError('Keys and values differ in number', {
          keys: first.length,
          values: second.length,
        });
      }
      return first.map((k, index) => [k, second[index]]);
    },
    write: (writer, pairs) => {
      const items = pairs as readonly (readonly [unknown, unknown])[];
      values.write(
        writer,
        items.map(([, v]) => v),
      );
      keys.write(
        writer,
        items.map(([k]) => k),
      );
    },
  };
}

function alternatingEntries(key: VariableType, value: VariableType, valueName: string): VariableType {
  return {
    read: (reader) => {
      expectBegin(reader);
      const items: [unknown, unknown][] = [];
      while (nextItem(reader)) {
        if (reader.isNull()) throw new ProtocolError('Null where a key must be');
        const k = key.read(reader);
        items.push([k, readPresent(reader, value, valueName)]);
      }
      return items;
    },
    write: (writer, pairs) => {
      writer.beginStruct();
      for (const [k, v] of pairs as Iterable<readonly [unknown, unknown]>) {
        key.write(writer, k);
        value.write(writer, v);
      }
      writer.endStruct();
    },
  };
}

function map(pairs: VariableType): VariableType {
  return {
    read: (reader) => new Map(pairs.read(reader) as [unknown, unknown][]),
    write: (writer, value) => pairs.write(writer, value),
  };
}

function packedCount(reader: FrameReader, size: number): number {
  expectPlain(reader);
  const length = reader.contentEnd - reader.contentStart;
  if (length % size !== 0) throw new ProtocolError('Packed items do not fill their frame', { length, size });
  return length / size;
}

function fixed(name: string): FixedType {
  return fixedTypes.get(name)!;
}

function splitAtUnderscore(name: string): [head: string, rest: string] {
  const at = name.indexOf('_');
  return at < 0 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)];
}
