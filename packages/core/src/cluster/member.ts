import type { MemberDescription } from '@offloop/contract';
import { AddressImpl, type Address, uuidFromText, type UUID } from '@offloop/values';

/** A member of the cluster. */
export interface Member {
  /** Address at which the member can be reached. */
  address: Address;
  /** The member's id: unique in the cluster, and a new one after each restart. */
  uuid: UUID;
  /** True for a member that keeps no data. */
  liteMember: boolean;
  /** Returns `Member [host]:port - uuid`, followed by ` lite` for a lite member. */
  toString(): string;
}

/** The version of Hazelcast that a member runs. */
export class MemberVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;

  constructor(major: number, minor: number, patch: number) {
    this.major = major;
    this.minor = minor;
    this.patch = patch;
  }

  toString(): string {
    return `${this.major}.${this.minor}.${this.patch}`;
  }
}

/** A {@link Member} as this client gives it out: a snapshot, with `attributes` and `version` as in the official one. */
export class MemberImpl implements Member {
  readonly address: AddressImpl;
  readonly uuid: UUID;
  readonly liteMember: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  readonly version: MemberVersion;

  constructor({ uuid, address, liteMember, attributes, version }: MemberDescription) {
    this.address = new AddressImpl(address.host, address.port);
    this.uuid = uuidFromText(uuid);
    this.liteMember = liteMember;
    this.attributes = new Map(Object.entries(attributes));
    this.version = new MemberVersion(version.major, version.minor, version.patch);
  }

  equals(other: MemberImpl | null | undefined): boolean {
    return (
      other !== null &&
      other !== undefined &&
      this.address.equals(other.address) &&
      this.uuid.equals(other.uuid)
    );
  }

  toString(): string {
    const { host, port } = this.address;
    return `Member [${host}]:${port} - ${this.uuid.toString()}${this.liteMember ? ' lite' : ''}`;
  }
}
