/** A distributed object was made or destroyed, by whomever in the cluster. */
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
