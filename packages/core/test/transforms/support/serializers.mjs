export const customSerializers = [
  {
    id: 77,
    read: (input) => ({ label: input.readString(), readBy: 'the compute thread' }),
    write: () => {
      throw new Error('compute threads only read');
    },
  },
];

class Labelled {
  readData(input) {
    this.label = input.readString();
  }
}

class Named {
  readPortable(reader) {
    this.name = reader.readString('name');
  }
}

export const portableFactories = { 79: () => new Named() };
export const dataSerializableFactories = { 78: () => new Labelled() };
