/** A named object that lives on the cluster. */
export interface DistributedObject {
  /** Returns the object's name. */
  getName(): string;
  /** Returns the object's name, which decides the partition of an object that lives in one. */
  getPartitionKey(): string;
  /** Returns the member's name for this kind of object, such as `hz:impl:mapService`. */
  getServiceName(): string;
  /** Destroys the object and its data on the whole cluster, for all clients. */
  destroy(): Promise<void>;
}

/** Event of a distributed object that this client or another has made or destroyed. */
export class DistributedObjectEvent {
  /** `created` or `destroyed`. */
  eventType: string;
  /** The member's name for the kind of object, such as `hz:impl:mapService`. */
  serviceName: string;
  objectName: string;

  constructor(eventType: string, serviceName: string, objectName: string) {
    this.eventType = eventType;
    this.serviceName = serviceName;
    this.objectName = objectName;
  }
}

export type DistributedObjectListener = (event: DistributedObjectEvent) => void;
