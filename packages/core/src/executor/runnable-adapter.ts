import { Identified, type DataOutput, type PartitionAware } from '@offloop/values';

/** A `Runnable`, as the `Callable` that members can store: an object of one of their classes, which Java's client makes, too. */
export class RunnableAdapter extends Identified {
  readonly factoryId: number;
  readonly classId: number;
  readonly partitionKey: unknown;
  readonly #task: unknown;

  /** @param ids factory and number of the class: each kind of executor has its own. */
  constructor([factoryId, classId]: readonly [factoryId: number, classId: number], task: unknown) {
    super();
    this.factoryId = factoryId;
    this.classId = classId;
    ({ partitionKey: this.partitionKey } = task as Partial<PartitionAware<unknown>>);
    this.#task = task;
  }

  override writeData(output: DataOutput): void {
    output.writeObject(this.#task);
  }
}
