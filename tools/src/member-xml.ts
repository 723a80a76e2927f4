/** Settings of one `<map>` element. Those that are left out keep the member's default. */
export interface MapConfig {
  readonly backupCount?: number;
  readonly asyncBackupCount?: number;
  readonly readBackupData?: boolean;
  readonly inMemoryFormat?: 'BINARY' | 'OBJECT';
  readonly timeToLiveSeconds?: number;
  readonly maxIdleSeconds?: number;
}

export interface MemberXmlOptions {
  readonly clusterName: string;
  readonly port: number;
  /** Addresses (`host:port`) of the whole cluster, this member's own included. */
  readonly members: readonly string[];
  /** Configurations of maps by name or pattern. `default` is for every other map. */
  readonly maps: Readonly<Record<string, MapConfig>>;
  /** System properties of Hazelcast, e.g. `hazelcast.partition.count`. */
  readonly properties: Readonly<Record<string, string>>;
  /** XML that is put verbatim below the root element, for everything that the other options do not cover. */
  readonly extra: string;
  /** XML that is put verbatim in place of the `<network>` element, e.g. an `<advanced-network>`. Default: `port` on loopback only. */
  readonly network?: string;
}

/**
 * Returns a member's configuration that cannot leave this machine: the member binds to loopback only, looks for no other members than those
 * given, and does not report that it runs.
 */
export function memberXml(options: MemberXmlOptions): string {
  const properties = Object.entries({ 'hazelcast.phone.home.enabled': 'false', ...options.properties })
    .map(([name, value]) => `    <property name="${escape(name)}">${escape(value)}</property>`)
    .join('\n');
  const maps = Object.entries(options.maps).map(mapElement).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<hazelcast xmlns="http://www.hazelcast.com/schema/config">
  <cluster-name>${escape(options.clusterName)}</cluster-name>
  <properties>
${properties}
  </properties>
${options.network ?? networkElement(options)}
${maps}
${options.extra}
</hazelcast>
`;
}

function networkElement(options: MemberXmlOptions): string {
  return `  <network>
    <port auto-increment="false">${options.port}</port>
${joinElement(options.members)}
    <interfaces enabled="true"><interface>127.0.0.1</interface></interfaces>
  </network>`;
}

/** Returns a `<join>` element by which members find one another at these addresses (`host:port`), and in no other way. */
export function joinElement(addresses: readonly string[]): string {
  const members = addresses.map((address) => `<member>${escape(address)}</member>`).join('');
  return `    <join>
      <auto-detection enabled="false"/>
      <multicast enabled="false"/>
      <tcp-ip enabled="true">${members}</tcp-ip>
    </join>`;
}

function mapElement([name, map]: readonly [string, MapConfig]): string {
  const settings: readonly (readonly [string, string | number | boolean | undefined])[] = [
    ['in-memory-format', map.inMemoryFormat],
    ['backup-count', map.backupCount],
    ['async-backup-count', map.asyncBackupCount],
    ['time-to-live-seconds', map.timeToLiveSeconds],
    ['max-idle-seconds', map.maxIdleSeconds],
    ['read-backup-data', map.readBackupData],
  ];
  const given = settings
    .filter(([, value]) => value !== undefined)
    .map(([element, value]) => `<${element}>${String(value)}</${element}>`);
  return `  <map name="${escape(name)}">${given.join('')}</map>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
