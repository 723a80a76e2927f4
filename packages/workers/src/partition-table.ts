import type { StructOf, WireUuid } from '@offloop/wire/protocol';
import type { Address, MemberDescription } from './control.js';

/** Which member owns which partition, as the last cluster view said. */
export class PartitionTable {
  #owners: string[] = [];
  #version = -1;
  #source = -1;

  get count(): number {
    return this.#owners.length;
  }

  /** The UUID of the partition's owner, '' when nobody owns it at the moment. */
  ownerOf(partitionId: number): string {
    return this.#owners[partitionId] ?? '';
  }

  /** Every member that owns partitions, with their ids: shorter by far than a list of owners by id. */
  ownership(): [uuid: string, ids: number[]][] {
    const byOwner = new Map<string, number[]>();
    this.#owners.forEach((uuid, id) => {
      if (uuid === '') return;
      const ids = byOwner.get(uuid);
      if (ids === undefined) byOwner.set(uuid, [id]);
      else ids.push(id);
    });
    return [...byOwner];
  }

  /** Fixes the number of partitions; it never changes while a cluster lives. */
  resize(count: number): void {
    if (count !== this.#owners.length) this.#owners = new Array<string>(count).fill('');
  }

  /**
   * Takes a view over when it is newer, or comes from another connection than the last one did: versions of two members
   * cannot be compared.
   */
  apply(source: number, version: number, partitions: readonly [WireUuid, number[]][]): boolean {
    if (partitions.length === 0) return false;
    if (source === this.#source && version <= this.#version) return false;
    this.#source = source;
    this.#version = version;
    const owners = new Array<string>(this.#owners.length).fill('');
    for (const [uuid, ids] of partitions) {
      const text = uuidText(uuid);
      for (const id of ids) {
        if (id >= 0 && id < owners.length) owners[id] = text;
      }
    }
    this.#owners = owners;
    return true;
  }

  forget(): void {
    this.#owners = [];
    this.#version = this.#source = -1;
  }
}

const HEX_DIGITS = 16;

/** The usual text of a UUID, 8-4-4-4-12. */
export function uuidText(uuid: WireUuid): string {
  const hex =
    BigInt.asUintN(64, uuid.msb).toString(16).padStart(HEX_DIGITS, '0') +
    BigInt.asUintN(64, uuid.lsb).toString(16).padStart(HEX_DIGITS, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function wireUuid(text: string): WireUuid {
  const hex = text.replaceAll('-', '');
  return {
    msb: BigInt.asIntN(64, BigInt(`0x${hex.slice(0, HEX_DIGITS)}`)),
    lsb: BigInt.asIntN(64, BigInt(`0x${hex.slice(HEX_DIGITS)}`)),
  };
}

export function describeMember(info: StructOf<'MemberInfo'>): MemberDescription {
  return {
    uuid: uuidText(info.uuid),
    address: { host: info.address.host, port: info.address.port },
    publicAddress: publicAddressOf(info),
    liteMember: info.liteMember,
    version: { major: info.version.major, minor: info.version.minor, patch: info.version.patch },
    attributes: Object.fromEntries(info.attributes),
  };
}

/** Values of `EndpointQualifier` under which a member announces where clients outside its network reach it. */
const CLIENT_PROTOCOL = 1;
const PUBLIC_ENDPOINT = 'public';

function publicAddressOf({ addressMap }: StructOf<'MemberInfo'>): Address | null {
  for (const [{ type, identifier }, { host, port }] of addressMap ?? []) {
    if (type === CLIENT_PROTOCOL && identifier === PUBLIC_ENDPOINT) return { host, port };
  }
  return null;
}
