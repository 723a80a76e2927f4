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

/** A distributed object was made or destroyed, by this client or another. */
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
