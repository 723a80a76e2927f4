import { type StructOf, uuidText } from '@offloop/wire';
import type { Address, MemberDescription } from '@offloop/contract';

/** Converts a member's description from the protocol's form to that for the caller's thread. */
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
