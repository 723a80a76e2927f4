import { IllegalArgumentError, describe, Identified, type DataOutput } from '@offloop/values';

/** The part of each entry that members return. It is made by {@link Projections}. */
export interface Projection<R> {
  readonly factoryId: number;
  readonly classId: number;
  /** Writes the projection; the client calls it. */
  writeData(output: DataOutput): void;
  /** Exists for types only: the type that `project` returns for each entry. */
  readonly of?: R;
}

/** Factory id of the members' projections, and its classes. */
const FACTORY_ID = -30;
const SINGLE_ATTRIBUTE = 0;
const MULTI_ATTRIBUTE = 1;

class ProjectionImpl<R> extends Identified implements Projection<R> {
  readonly factoryId = FACTORY_ID;
  readonly classId: number;
  readonly #fields: readonly string[];

  constructor(classId: number, fields: readonly string[]) {
    super();
    const wrong = fields.find((field) => typeof field !== 'string' || field === '');
    if (fields.length === 0 || wrong !== undefined)
      throw new IllegalArgumentError(`a projection takes names of fields, got ${describe(wrong)}`);
    // Members take whole attributes only: `any` reaches into collections, of which there would be several values.
    const any = fields.find((field) => field.includes('[any]'));
    if (any !== undefined) throw new IllegalArgumentError(`a projection takes no field with [any]`);
    this.classId = classId;
    this.#fields = fields;
  }

  writeData(output: DataOutput): void {
    if (this.classId === SINGLE_ATTRIBUTE) output.writeString(this.#fields[0]);
    else output.writeStringArray([...this.#fields]);
  }
}

/**
 * Makes projections, which the official client lacks. Names of fields are those of `Predicates`: `address.city`, `__key`, `this`.
 * Both functions throw IllegalArgumentError for an argument that is not a name, and for a name with `[any]`.
 */
export const Projections: ProjectionFamily = {
  singleAttribute: (field) => new ProjectionImpl(SINGLE_ATTRIBUTE, [field]),
  multiAttribute: (...fields) => new ProjectionImpl(MULTI_ATTRIBUTE, fields),
};

/** Functions that make projections. */
export interface ProjectionFamily {
  /** Takes one field of each entry. */
  singleAttribute<R = unknown>(field: string): Projection<R>;
  /** Takes several fields of each entry: an array with a value for each of them. */
  multiAttribute<R extends unknown[] = unknown[]>(...fields: string[]): Projection<R>;
}
