/** Result of a call that has opened something on a member, with the number of the connection that it is lost with. */
export interface WithConnection<R> {
  readonly connection: number;
  readonly value: R;
}
