export const customSerializers = [
  {
    id: 77,
    read: (input) => ({ label: input.readString(), readBy: 'the compute thread' }),
    write: () => {
      throw new Error('compute threads only read');
    },
  },
];
