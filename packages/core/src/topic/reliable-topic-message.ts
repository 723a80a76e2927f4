import { isIP } from 'node:net';
import { wallNow } from '@offloop/runtime/clock';
import { DATA_TYPE_OFFSET, TypeId } from '@offloop/wire';
import Long from 'long';
import {
  AddressImpl,
  type Address,
  DataEncoder,
  toData,
  Identified,
  ObjectDataInput,
  cannotDeserialize,
  type DataOutput,
  type SerializationSettings,
} from '@offloop/values';

/** The members' class ids of messages in a reliable topic's ring buffer, and of addresses. */
const MESSAGE = { factoryId: -9, classId: 2 } as const;
const ADDRESS = { factoryId: 0, classId: 1 } as const;

class PublisherAddress extends Identified {
  readonly factoryId: number = ADDRESS.factoryId;
  readonly classId: number = ADDRESS.classId;
  readonly #address: Address;

  constructor(address: Address) {
    super();
    this.#address = address;
  }

  writeData(output: DataOutput): void {
    output.writeInt(this.#address.port);
    output.writeByte(isIP(this.#address.host));
    output.writeString(this.#address.host);
  }
}

/** A message for the ring buffer. Its content is serialized at once, so that later changes have no effect. */
export class ReliableTopicMessage extends Identified {
  readonly factoryId: number = MESSAGE.factoryId;
  readonly classId: number = MESSAGE.classId;
  readonly #time: Long = Long.fromNumber(wallNow());
  readonly #publisher: PublisherAddress;
  readonly #payload: Buffer;

  /** Throws HazelcastSerializationError when the message cannot be serialized. */
  constructor(message: unknown, publisher: Address, settings: SerializationSettings) {
    super();
    this.#publisher = new PublisherAddress(publisher);
    this.#payload = toData(message, new DataEncoder(settings));
  }

  writeData(output: DataOutput): void {
    output.writeLong(this.#time);
    output.writeObject(this.#publisher);
    output.writeByteArray(this.#payload);
  }
}

/** An item of the ring buffer: a serialized message, its publisher and its time. */
export interface Envelope {
  readonly publishingTime: Long;
  readonly publisher: Address | null;
  readonly payload: Buffer;
}

/** Reads an item of a reliable topic's ring buffer. Throws HazelcastSerializationError for anything else. */
export function readEnvelope(item: Buffer, littleEndian: boolean): Envelope {
  const input = new ObjectDataInput(item, 0, item.length, readPublisher, littleEndian);
  expectClass(item.readInt32BE(DATA_TYPE_OFFSET), input, MESSAGE, 'a message of a reliable topic');
  const publishingTime = input.readLong();
  const publisher = input.readObject() as Address | null;
  const payload = input.readByteArray();
  if (payload === null) throw cannotDeserialize('a message of a reliable topic without a content');
  return { publishingTime, publisher, payload };
}

function readPublisher(typeId: number, input: ObjectDataInput): Address | null {
  if (typeId === TypeId.NULL) return null;
  expectClass(typeId, input, ADDRESS, 'the address of a publisher');
  const port = input.readInt();
  input.readByte();
  return new AddressImpl(input.readString() ?? '', port);
}

function expectClass(
  typeId: number,
  input: ObjectDataInput,
  { factoryId, classId }: { readonly factoryId: number; readonly classId: number },
  what: string,
): void {
  const isOfClass =
    typeId === TypeId.IDENTIFIED_DATA_SERIALIZABLE &&
    input.readBoolean() &&
    input.readInt() === factoryId &&
    input.readInt() === classId;
  if (!isOfClass) throw cannotDeserialize(`something else where ${what} should be`);
}
