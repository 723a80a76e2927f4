/** Messages of IExecutorService. `MessageSpec` explains an entry. */
// prettier-ignore
export const executorServiceMessages = {
  shutdown: { id: 0x080100, retryable: false, effect: 'writes',
    request: [['name', 'String']],
    response: [] },
  isShutdown: { id: 0x080200, retryable: false, effect: 'reads',
    request: [['name', 'String']],
    response: [['response', 'boolean']] },
  cancelOnPartition: { id: 0x080300, retryable: false, effect: 'writes', routing: 'partition',
    request: [['uuid', 'UUID'], ['interrupt', 'boolean']],
    response: [['response', 'boolean']] },
  cancelOnMember: { id: 0x080400, retryable: false, effect: 'writes',
    request: [['uuid', 'UUID'], ['memberUUID', 'UUID'], ['interrupt', 'boolean']],
    response: [['response', 'boolean']] },
  submitToPartition: { id: 0x080500, retryable: false, effect: 'writes', routing: 'partition', waits: true, acquires: false,
    request: [['name', 'String'], ['uuid', 'UUID'], ['callable', 'Data']],
    response: [['response', 'Data?']] },
  submitToMember: { id: 0x080600, retryable: false, effect: 'writes', waits: true, acquires: false,
    request: [['name', 'String'], ['uuid', 'UUID'], ['callable', 'Data'], ['memberUUID', 'UUID']],
    response: [['response', 'Data?']] },
} as const;
