import {
  addressText,
  type Address,
  type CandidateCluster,
  type ShardSettings,
  type LogLevel,
  type MemberDescription,
} from '@offloop/contract';
import { discoverMembers } from './cloud-discovery.js';
import { usesPublicAddresses } from './public-addresses.js';

/** Chooses the address at which a member is connected to: its own, its public one (from outside its network), or the cloud's. */
export class MemberAddresses {
  readonly #settings: Pick<ShardSettings, 'usePublicIp' | 'connectionTimeoutMillis'>;
  readonly #signal: AbortSignal;
  readonly #log: (level: LogLevel, message: string) => void;
  /** True to use public addresses; undefined until that is found out. */
  #usePublic: boolean | undefined;
  /** The cloud's addresses of members, by their own ones; undefined for a cluster that is not in the cloud. */
  #ofCloud: ReadonlyMap<string, Address> | undefined;
  /** Number of clusters before this one. */
  #clusters = 0;

  /** @param signal ends every search. */
  constructor(
    settings: Pick<ShardSettings, 'usePublicIp' | 'connectionTimeoutMillis'>,
    signal: AbortSignal,
    log: (level: LogLevel, message: string) => void,
  ) {
    this.#settings = settings;
    this.#signal = signal;
    this.#log = log;
  }

  /** Returns the address at which to connect to a member; null for one that the cloud has not told of. */
  of({ address, publicAddress }: MemberDescription): Address | null {
    if (this.#ofCloud !== undefined) return this.#ofCloud.get(addressText(address)) ?? null;
    return this.#usePublic === true && publicAddress !== null ? publicAddress : address;
  }

  /** Resolves to the first addresses of a cluster to try, in groups that are tried in order. Rejects if the cloud tells of none. */
  async toBeginWith({ cloud, addresses, secondaryAddresses }: CandidateCluster): Promise<Address[][]> {
    if (cloud === null) return [[...addresses], [...secondaryAddresses]];
    const cluster = this.#clusters;
    const found = await discoverMembers(cloud, this.#settings.connectionTimeoutMillis, this.#signal);
    // The client has gone on to another cluster meanwhile.
    if (cluster === this.#clusters) this.#ofCloud = found;
    return [[...found.values()]];
  }

  /** Finds out the address of each member, as far as it can be, unless it is known. */
  async decide(candidate: CandidateCluster, members: readonly MemberDescription[]): Promise<void> {
    if (candidate.cloud === null) return this.#choose(candidate, members);
    if (this.#ofCloud !== undefined && members.every((member) => this.of(member) !== null)) return;
    try {
      await this.toBeginWith(candidate);
    } catch (error) {
      this.#log('warn', (error as Error).message);
    }
  }

  /** Decides for or against public addresses, once for each cluster, when its first member list is there. */
  async #choose({ tls, addresses }: CandidateCluster, members: readonly MemberDescription[]): Promise<void> {
    if (this.#usePublic !== undefined || members.length === 0) return;
    const cluster = this.#clusters;
    const usePublic = await usesPublicAddresses({
      wanted: this.#settings.usePublicIp,
      encrypted: tls !== null,
      configured: addresses,
      members,
      signal: this.#signal,
    });
    // The client has left that cluster meanwhile: what was found out says nothing about the next one.
    if (cluster !== this.#clusters) return;
    this.#usePublic = usePublic;
    if (usePublic) this.#log('info', 'members are connected to at their public addresses');
  }

  /** Forgets all that was found out, because the next cluster is another one. */
  forget(): void {
    this.#usePublic = undefined;
    this.#ofCloud = undefined;
    this.#clusters++;
  }
}
