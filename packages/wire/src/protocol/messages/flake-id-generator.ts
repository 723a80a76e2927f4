/** FlakeIdGenerator. How to read an entry: see `spec.ts`. */
// A table, to be read downwards: a message is three lines.
// prettier-ignore
export const flakeIdGeneratorMessages = {
  newIdBatch: { id: 0x1c0100, retryable: true,
    request: [['name', 'String'], ['batchSize', 'int']],
    response: [['base', 'long'], ['increment', 'long'], ['batchSize', 'int']] },
} as const;
