/** Messages of ITopic. `MessageSpec` explains an entry. */
// prettier-ignore
export const topicMessages = {
  publish: { id: 0x040100, retryable: false, effect: 'writes', routing: 'name',
    request: [['name', 'String'], ['message', 'Data']],
    response: [] },
  addMessageListener: { id: 0x040200, retryable: false, effect: 'reads',
    request: [['name', 'String'], ['localOnly', 'boolean']],
    response: [['response', 'UUID']],
    events: { Topic: [['item', 'Data'], ['publishTime', 'long'], ['uuid', 'UUID']] } },
  removeMessageListener: { id: 0x040300, retryable: true, effect: 'reads',
    request: [['name', 'String'], ['registrationId', 'UUID']],
    response: [['response', 'boolean']] },
  publishAll: { id: 0x040400, retryable: false, effect: 'writes', since: '2.1', routing: 'name',
    request: [['name', 'String'], ['messages', 'List_Data']],
    response: [] },
} as const;
