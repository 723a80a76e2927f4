import { Place, type CallerOptions } from '@offloop/runtime';
import type { ShardSettings } from '@offloop/contract';
import type { ShardRole } from './leadership.js';

/** Options of `Shards`: the floor's, and the settings of the workers. */
export interface ShardsOptions extends Omit<CallerOptions<ShardSettings>, 'settings'> {
  readonly settings: CommonSettings;
  /** UUIDs by which members know the client, one a shard: members keep one backup listener a UUID. */
  readonly clientUuids: readonly string[];
  /** True for one shard on the caller's loop and one in a thread that is started when it is needed: see `Places`. */
  readonly isMixed: boolean;
}

/** Settings that the agents of all shards have in common. */
export type CommonSettings = Omit<
  ShardSettings,
  'clientUuid' | 'clientUuids' | 'leads' | 'resumption' | 'shard' | 'traffic'
>;

/** Makes the settings of one shard's agent. @param traffic see `trafficMemory`. */
export function shardSettings(
  { settings, clientUuids, isMixed }: ShardsOptions,
  shard: number,
  role: ShardRole,
  traffic: SharedArrayBuffer,
): ShardSettings {
  return {
    ...settings,
    ...role,
    // On the caller's own loop a tape would be made and read by the same thread.
    packJsonFrom: isMixed && shard === Place.LOOP ? null : settings.packJsonFrom,
    shard,
    traffic,
    clientName: shard === 0 ? settings.clientName : `${settings.clientName}#${shard}`,
    clientUuid: clientUuids[shard],
    clientUuids,
  };
}
