/** Messages of CardinalityEstimator. `MessageSpec` explains an entry. */
// prettier-ignore
export const cardinalityEstimatorMessages = {
  add: { id: 0x190100, retryable: false, effect: 'writes', routing: 'name',
    request: [['name', 'String'], ['hash', 'long']],
    response: [] },
  estimate: { id: 0x190200, retryable: false, effect: 'reads', routing: 'name',
    request: [['name', 'String']],
    response: [['response', 'long']] },
} as const;
