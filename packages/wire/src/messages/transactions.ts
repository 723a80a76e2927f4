/** Messages of transactions. `MessageSpec` explains an entry. */
// prettier-ignore
export const transactionMessages = {
  commit: { id: 0x150100, retryable: false, effect: 'writes',
    request: [['transactionId', 'UUID'], ['threadId', 'long']],
    response: [] },
  create: { id: 0x150200, retryable: false, effect: 'reads', acquires: true,
    request: [['timeout', 'long'], ['durability', 'int'], ['transactionType', 'int'], ['threadId', 'long']],
    response: [['response', 'UUID']] },
  rollback: { id: 0x150300, retryable: false, effect: 'locks',
    request: [['transactionId', 'UUID'], ['threadId', 'long']],
    response: [] },
} as const;

/** Messages of maps in a transaction. `MessageSpec` explains an entry. */
// prettier-ignore
export const transactionalMapMessages = {
  containsKey: { id: 0x0e0100, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data']],
    response: [['response', 'boolean']] },
  get: { id: 0x0e0200, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data']],
    response: [['response', 'Data?']] },
  getForUpdate: { id: 0x0e0300, retryable: false, effect: 'locks',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data']],
    response: [['response', 'Data?']] },
  size: { id: 0x0e0400, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long']],
    response: [['response', 'int']] },
  isEmpty: { id: 0x0e0500, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long']],
    response: [['response', 'boolean']] },
  put: { id: 0x0e0600, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data'], ['value', 'Data'], ['ttl', 'long']],
    response: [['response', 'Data?']] },
  set: { id: 0x0e0700, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data'], ['value', 'Data']],
    response: [] },
  putIfAbsent: { id: 0x0e0800, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data'], ['value', 'Data']],
    response: [['response', 'Data?']] },
  replace: { id: 0x0e0900, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data'], ['value', 'Data']],
    response: [['response', 'Data?']] },
  replaceIfSame: { id: 0x0e0a00, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data'], ['oldValue', 'Data'], ['newValue', 'Data']],
    response: [['response', 'boolean']] },
  remove: { id: 0x0e0b00, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data']],
    response: [['response', 'Data?']] },
  delete: { id: 0x0e0c00, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data']],
    response: [] },
  removeIfSame: { id: 0x0e0d00, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data'], ['value', 'Data']],
    response: [['response', 'boolean']] },
  keySet: { id: 0x0e0e00, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long']],
    response: [['response', 'List_Data']] },
  keySetWithPredicate: { id: 0x0e0f00, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['predicate', 'Data']],
    response: [['response', 'List_Data']] },
  values: { id: 0x0e1000, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long']],
    response: [['response', 'List_Data']] },
  valuesWithPredicate: { id: 0x0e1100, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['predicate', 'Data']],
    response: [['response', 'List_Data']] },
  // No member of 5.x knows it, and no client sends it.
  containsValue: { id: 0x0e1200, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['value', 'Data']],
    response: [['response', 'boolean']] },
} as const;

/** Messages of multimaps in a transaction. `MessageSpec` explains an entry. */
// prettier-ignore
export const transactionalMultiMapMessages = {
  put: { id: 0x0f0100, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data'], ['value', 'Data']],
    response: [['response', 'boolean']] },
  get: { id: 0x0f0200, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data']],
    response: [['response', 'List_Data']] },
  remove: { id: 0x0f0300, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data']],
    response: [['response', 'List_Data']] },
  removeEntry: { id: 0x0f0400, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data'], ['value', 'Data']],
    response: [['response', 'boolean']] },
  valueCount: { id: 0x0f0500, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['key', 'Data']],
    response: [['response', 'int']] },
  size: { id: 0x0f0600, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long']],
    response: [['response', 'int']] },
} as const;

/** Messages of queues in a transaction. `MessageSpec` explains an entry. */
// prettier-ignore
export const transactionalQueueMessages = {
  offer: { id: 0x120100, retryable: false, effect: 'writes', waits: true,
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['item', 'Data'], ['timeout', 'long']],
    response: [['response', 'boolean']] },
  take: { id: 0x120200, retryable: false, effect: 'writes', waits: true,
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long']],
    response: [['response', 'Data?']] },
  poll: { id: 0x120300, retryable: false, effect: 'writes', waits: true,
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['timeout', 'long']],
    response: [['response', 'Data?']] },
  peek: { id: 0x120400, retryable: false, effect: 'reads', waits: true,
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['timeout', 'long']],
    response: [['response', 'Data?']] },
  size: { id: 0x120500, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long']],
    response: [['response', 'int']] },
} as const;

/** Messages of lists in a transaction. `MessageSpec` explains an entry. */
// prettier-ignore
export const transactionalListMessages = {
  add: { id: 0x110100, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['item', 'Data']],
    response: [['response', 'boolean']] },
  remove: { id: 0x110200, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['item', 'Data']],
    response: [['response', 'boolean']] },
  size: { id: 0x110300, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long']],
    response: [['response', 'int']] },
} as const;

/** Messages of sets in a transaction. `MessageSpec` explains an entry. */
// prettier-ignore
export const transactionalSetMessages = {
  add: { id: 0x100100, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['item', 'Data']],
    response: [['response', 'boolean']] },
  remove: { id: 0x100200, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long'], ['item', 'Data']],
    response: [['response', 'boolean']] },
  size: { id: 0x100300, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['txnId', 'UUID'], ['threadId', 'long']],
    response: [['response', 'int']] },
} as const;
