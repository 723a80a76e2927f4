import type { Address, CandidateCluster } from '../control/settings.js';
import type { MemberDescription } from '../control/messages.js';
import { usesPublicAddresses } from './public-addresses.js';

/** At which of its addresses a member is connected to: its own, or its public one (from outside its network). */
export class MemberAddresses {
  readonly #wanted: boolean | null;
  readonly #signal: AbortSignal;
  readonly #onPublic: () => void;
  /** Undefined until it is found out. */
  #usePublic: boolean | undefined;
  /** Clusters so far. */
  #clusters = 0;

  /**
   * @param wanted whether to use public addresses; null: find out.
   * @param signal ends the search.
   * @param onPublic is called when public addresses are going to be used.
   */
  constructor(wanted: boolean | null, signal: AbortSignal, onPublic: () => void) {
    this.#wanted = wanted;
    this.#signal = signal;
    this.#onPublic = onPublic;
  }

  of({ address, publicAddress }: MemberDescription): Address {
    return this.#usePublic === true && publicAddress !== null ? publicAddress : address;
  }

  /** Decides once a cluster, when its first member list is there. */
  async decide({ tls, addresses }: CandidateCluster, members: readonly MemberDescription[]): Promise<void> {
    if (this.#usePublic !== undefined || members.length === 0) return;
    const cluster = this.#clusters;
    const usePublic = await usesPublicAddresses({
      wanted: this.#wanted,
      encrypted: tls !== null,
      configured: addresses,
      members,
      signal: this.#signal,
    });
    // The client has left that cluster meanwhile: what was found out says nothing about the next one.
    if (cluster !== this.#clusters) return;
    this.#usePublic = usePublic;
    if (usePublic) this.#onPublic();
  }

  /** The next cluster is another one. */
  forget(): void {
    this.#usePublic = undefined;
    this.#clusters++;
  }
}
