/** Messages of SQL. `MessageSpec` explains an entry. */
// prettier-ignore
export const sqlMessages = {
  execute_reserved: { id: 0x210100, retryable: false, effect: 'writes', since: '2.1',
    request: [['sql', 'String'], ['parameters', 'List_Data'], ['timeoutMillis', 'long'], ['cursorBufferSize', 'int']],
    response: [['queryId', 'SqlQueryId?'], ['rowMetadata', 'List_SqlColumnMetadata?'], ['rowPage', 'List_ListCN_Data?'],
      ['rowPageLast', 'boolean'], ['updateCount', 'long'], ['error', 'SqlError?']] },
  fetch_reserved: { id: 0x210200, retryable: false, effect: 'reads', since: '2.1',
    request: [['queryId', 'SqlQueryId'], ['cursorBufferSize', 'int']],
    response: [['rowPage', 'List_ListCN_Data?'], ['rowPageLast', 'boolean'], ['error', 'SqlError?']] },
  close: { id: 0x210300, retryable: false, effect: 'reads', since: '2.1',
    request: [['queryId', 'SqlQueryId']],
    response: [] },
  // The member may work on a statement, and wait for its first row, for as long as it likes.
  execute: { id: 0x210400, retryable: false, effect: 'writes', waits: true, acquires: false, since: '2.2',
    request: [['sql', 'String'], ['parameters', 'ListCN_Data'], ['timeoutMillis', 'long'], ['cursorBufferSize', 'int'],
      ['schema', 'String?'], ['expectedResultType', 'byte'], ['queryId', 'SqlQueryId'], ['skipUpdateStatistics', 'boolean', '2.3']],
    response: [['rowMetadata', 'List_SqlColumnMetadata?'], ['rowPage', 'SqlPage?'], ['updateCount', 'long'], ['error', 'SqlError?'],
      ['isInfiniteRows', 'boolean', '2.5'], ['partitionArgumentIndex', 'int', '2.6']] },
  // The next rows of a stream may never come.
  fetch: { id: 0x210500, retryable: false, effect: 'reads', waits: true, acquires: false, since: '2.2',
    request: [['queryId', 'SqlQueryId'], ['cursorBufferSize', 'int']],
    response: [['rowPage', 'SqlPage?'], ['error', 'SqlError?']] },
  mappingDdl: { id: 0x210600, retryable: true, effect: 'reads', since: '2.3',
    request: [['name', 'String']],
    response: [['sql', 'String?']] },
} as const;
