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

/** Messages of DurableExecutorService. `MessageSpec` explains an entry. */
// prettier-ignore
export const durableExecutorMessages = {
  shutdown: { id: 0x180100, retryable: false, effect: 'writes',
    request: [['name', 'String']],
    response: [] },
  isShutdown: { id: 0x180200, retryable: false, effect: 'reads',
    request: [['name', 'String']],
    response: [['response', 'boolean']] },
  submitToPartition: { id: 0x180300, retryable: true, effect: 'writes', routing: 'partition',
    request: [['name', 'String'], ['callable', 'Data']],
    response: [['response', 'int']] },
  retrieveResult: { id: 0x180400, retryable: true, effect: 'reads', routing: 'partition', waits: true, acquires: false,
    request: [['name', 'String'], ['sequence', 'int']],
    response: [['response', 'Data?']] },
  disposeResult: { id: 0x180500, retryable: true, effect: 'writes', routing: 'partition',
    request: [['name', 'String'], ['sequence', 'int']],
    response: [] },
  retrieveAndDisposeResult: { id: 0x180600, retryable: true, effect: 'writes', routing: 'partition', waits: true, acquires: true,
    request: [['name', 'String'], ['sequence', 'int']],
    response: [['response', 'Data?']] },
} as const;
