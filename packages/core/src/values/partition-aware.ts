/** A key that is stored in the partition of another value, so that what belongs together lies together. */
export interface PartitionAware<T> {
  /** The value whose partition it is; any that can be serialized. */
  partitionKey: T;
}
