/** A named object that lives on the cluster. */
export interface DistributedObject {
  /** The name it was asked for by. */
  getName(): string;
  /** The name, by which an object that lives in one partition finds it. */
  getPartitionKey(): string;
  /** The member's name for this kind of object, such as `hz:impl:mapService`. */
  getServiceName(): string;
  /** Destroys the object, with its data, on the whole cluster. */
  destroy(): Promise<void>;
}
