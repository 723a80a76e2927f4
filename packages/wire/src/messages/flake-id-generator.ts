/** Messages of FlakeIdGenerator. `MessageSpec` explains an entry. */
// prettier-ignore
export const flakeIdGeneratorMessages = {
  newIdBatch: { id: 0x1c0100, retryable: true, effect: 'writes',
    request: [['name', 'String'], ['batchSize', 'int']],
    response: [['base', 'long'], ['increment', 'long'], ['batchSize', 'int']] },
} as const;
