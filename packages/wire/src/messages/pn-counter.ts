/** Messages of PNCounter. `MessageSpec` explains an entry. */
// prettier-ignore
export const pnCounterMessages = {
  get: { id: 0x1d0100, retryable: true, effect: 'reads',
    request: [['name', 'String'], ['replicaTimestamps', 'EntryList_UUID_Long'], ['targetReplicaUUID', 'UUID']],
    response: [['value', 'long'], ['replicaTimestamps', 'EntryList_UUID_Long'], ['replicaCount', 'int']] },
  add: { id: 0x1d0200, retryable: false, effect: 'writes',
    request: [['name', 'String'], ['delta', 'long'], ['getBeforeUpdate', 'boolean'], ['replicaTimestamps', 'EntryList_UUID_Long'],
      ['targetReplicaUUID', 'UUID']],
    response: [['value', 'long'], ['replicaTimestamps', 'EntryList_UUID_Long'], ['replicaCount', 'int']] },
  getConfiguredReplicaCount: { id: 0x1d0300, retryable: true, effect: 'reads',
    request: [['name', 'String']],
    response: [['response', 'int']] },
} as const;
