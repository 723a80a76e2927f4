// The CP subsystem: its groups and sessions, and the structures in them. `MessageSpec` explains an entry.

// prettier-ignore
export const atomicLongMessages = {
  apply: { id: 0x090100, retryable: false, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['function', 'Data']],
    response: [['response', 'Data?']] },
  alter: { id: 0x090200, retryable: false, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['function', 'Data'], ['returnValueType', 'int']],
    response: [['response', 'long']] },
  addAndGet: { id: 0x090300, retryable: false, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['delta', 'long']],
    response: [['response', 'long']] },
  compareAndSet: { id: 0x090400, retryable: false, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['expected', 'long'], ['updated', 'long']],
    response: [['response', 'boolean']] },
  get: { id: 0x090500, retryable: true, effect: 'reads',
    request: [['groupId', 'RaftGroupId'], ['name', 'String']],
    response: [['response', 'long']] },
  getAndAdd: { id: 0x090600, retryable: false, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['delta', 'long']],
    response: [['response', 'long']] },
  getAndSet: { id: 0x090700, retryable: false, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['newValue', 'long']],
    response: [['response', 'long']] },
} as const;

// prettier-ignore
export const atomicRefMessages = {
  apply: { id: 0x0a0100, retryable: false, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['function', 'Data'], ['returnValueType', 'int'],
      ['alter', 'boolean']],
    response: [['response', 'Data?']] },
  compareAndSet: { id: 0x0a0200, retryable: false, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['oldValue', 'Data?'], ['newValue', 'Data?']],
    response: [['response', 'boolean']] },
  contains: { id: 0x0a0300, retryable: true, effect: 'reads',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['value', 'Data?']],
    response: [['response', 'boolean']] },
  get: { id: 0x0a0400, retryable: true, effect: 'reads',
    request: [['groupId', 'RaftGroupId'], ['name', 'String']],
    response: [['response', 'Data?']] },
  set: { id: 0x0a0500, retryable: false, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['newValue', 'Data?'], ['returnOldValue', 'boolean']],
    response: [['response', 'Data?']] },
} as const;

// prettier-ignore
export const countDownLatchMessages = {
  trySetCount: { id: 0x0b0100, retryable: true, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['count', 'int']],
    response: [['response', 'boolean']] },
  await: { id: 0x0b0200, retryable: true, effect: 'reads', waits: true, acquires: false,
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['invocationUid', 'UUID'], ['timeoutMs', 'long']],
    response: [['response', 'boolean']] },
  countDown: { id: 0x0b0300, retryable: true, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['invocationUid', 'UUID'], ['expectedRound', 'int']],
    response: [] },
  getCount: { id: 0x0b0400, retryable: true, effect: 'reads',
    request: [['groupId', 'RaftGroupId'], ['name', 'String']],
    response: [['response', 'int']] },
  getRound: { id: 0x0b0500, retryable: true, effect: 'reads',
    request: [['groupId', 'RaftGroupId'], ['name', 'String']],
    response: [['response', 'int']] },
} as const;

// prettier-ignore
export const cpGroupMessages = {
  createCPGroup: { id: 0x1e0100, retryable: true, effect: 'writes',
    request: [['proxyName', 'String']],
    response: [['groupId', 'RaftGroupId']] },
  destroyCPObject: { id: 0x1e0200, retryable: true, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['serviceName', 'String'], ['objectName', 'String']],
    response: [] },
} as const;

// prettier-ignore
export const cpSessionMessages = {
  createSession: { id: 0x1f0100, retryable: true, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['endpointName', 'String']],
    response: [['sessionId', 'long'], ['ttlMillis', 'long'], ['heartbeatMillis', 'long']] },
  closeSession: { id: 0x1f0200, retryable: true, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['sessionId', 'long']],
    response: [['response', 'boolean']] },
  heartbeatSession: { id: 0x1f0300, retryable: true, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['sessionId', 'long']],
    response: [] },
  generateThreadId: { id: 0x1f0400, retryable: true, effect: 'reads',
    request: [['groupId', 'RaftGroupId']],
    response: [['response', 'long']] },
} as const;

// prettier-ignore
export const fencedLockMessages = {
  lock: { id: 0x070100, retryable: true, effect: 'locks', waits: true,
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['sessionId', 'long'], ['threadId', 'long'],
      ['invocationUid', 'UUID']],
    response: [['response', 'long']] },
  tryLock: { id: 0x070200, retryable: true, effect: 'locks', waits: true,
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['sessionId', 'long'], ['threadId', 'long'],
      ['invocationUid', 'UUID'], ['timeoutMs', 'long']],
    response: [['response', 'long']] },
  unlock: { id: 0x070300, retryable: true, effect: 'locks',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['sessionId', 'long'], ['threadId', 'long'],
      ['invocationUid', 'UUID']],
    response: [['response', 'boolean']] },
  getLockOwnership: { id: 0x070400, retryable: true, effect: 'reads',
    request: [['groupId', 'RaftGroupId'], ['name', 'String']],
    response: [['fence', 'long'], ['lockCount', 'int'], ['sessionId', 'long'], ['threadId', 'long']] },
} as const;

// prettier-ignore
export const semaphoreMessages = {
  init: { id: 0x0c0100, retryable: true, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['permits', 'int']],
    response: [['response', 'boolean']] },
  acquire: { id: 0x0c0200, retryable: true, effect: 'locks', waits: true,
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['sessionId', 'long'], ['threadId', 'long'],
      ['invocationUid', 'UUID'], ['permits', 'int'], ['timeoutMs', 'long']],
    response: [['response', 'boolean']] },
  release: { id: 0x0c0300, retryable: true, effect: 'locks',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['sessionId', 'long'], ['threadId', 'long'],
      ['invocationUid', 'UUID'], ['permits', 'int']],
    response: [['response', 'boolean']] },
  drain: { id: 0x0c0400, retryable: true, effect: 'writes', acquires: true,
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['sessionId', 'long'], ['threadId', 'long'],
      ['invocationUid', 'UUID']],
    response: [['response', 'int']] },
  change: { id: 0x0c0500, retryable: true, effect: 'writes',
    request: [['groupId', 'RaftGroupId'], ['name', 'String'], ['sessionId', 'long'], ['threadId', 'long'],
      ['invocationUid', 'UUID'], ['permits', 'int']],
    response: [['response', 'boolean']] },
  availablePermits: { id: 0x0c0600, retryable: true, effect: 'reads',
    request: [['groupId', 'RaftGroupId'], ['name', 'String']],
    response: [['response', 'int']] },
  getSemaphoreType: { id: 0x0c0700, retryable: true, effect: 'reads',
    request: [['proxyName', 'String']],
    response: [['response', 'boolean']] },
} as const;
