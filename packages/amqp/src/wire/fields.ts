import type { FieldSpec, FieldType, MethodSpec } from './method-spec.js';

/** The methods that were made here, by their id. */
export const specs: Map<number, MethodSpec> = new Map<number, MethodSpec>();

/** Makes a method without content. */
export function method(classId: number, methodId: number, name: string, ...fields: FieldSpec[]): MethodSpec {
  return entered({ id: classId * 0x1_0000 + methodId, name, fields, hasContent: false });
}

/** Makes a method behind which a header and a body follow. */
export function withContent(...parts: Parameters<typeof method>): MethodSpec {
  return entered({ ...method(...parts), hasContent: true });
}

// Fields of each type. The second argument is what is sent for undefined.
export const octet = (name: string, value?: number): FieldSpec => fieldOf('octet', name, value);
export const short = (name: string, value?: number): FieldSpec => fieldOf('short', name, value);
export const long = (name: string, value?: number): FieldSpec => fieldOf('long', name, value);
export const longlong = (name: string, value?: number): FieldSpec => fieldOf('longlong', name, value);
export const timestamp = (name: string): FieldSpec => fieldOf('timestamp', name, undefined);
export const bit = (name: string, value?: boolean): FieldSpec => fieldOf('bit', name, value);
/** Bits that are not set where nothing is said. */
export const bits = (...names: string[]): FieldSpec[] => names.map((name) => bit(name, false));
export const shortstr = (name: string, value?: string): FieldSpec => fieldOf('shortstr', name, value);
export const longstr = (name: string, value?: string): FieldSpec =>
  fieldOf('longstr', name, value === undefined ? undefined : Buffer.from(value));
export const table = (name: string, value?: object): FieldSpec => fieldOf('table', name, value);

function fieldOf(type: FieldType, name: string, value: unknown): FieldSpec {
  return value === undefined ? { name, type } : { name, type, default: value };
}

function entered(spec: MethodSpec): MethodSpec {
  specs.set(spec.id, spec);
  return spec;
}
