/** Where `amqplib`'s own types say `any`, programs rely on it: any other type would not compile with them. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Loose = any;
