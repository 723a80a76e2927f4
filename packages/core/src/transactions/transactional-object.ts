/** An object as a transaction sees and changes it. */
export interface TransactionalObject {
  /** Returns the object's name. */
  getName(): string;
}
