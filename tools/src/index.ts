export {
  ensureHazelcastJar,
  HAZELCAST_VERSION,
  hazelcastJar,
  javaCommand,
  realMemberAvailability,
} from './hazelcast-jar.js';
export type { Availability } from './hazelcast-jar.js';
export { advancedNetworkXml } from './advanced-network.js';
export type { AdvancedNetworkOptions } from './advanced-network.js';
export { untilSafe } from './cluster-health.js';
export { memberXml } from './member-xml.js';
export type { MapConfig, MemberXmlOptions } from './member-xml.js';
export { countTurns, type TurnCount } from './measure/count-turns.js';
export { freePort } from './free-port.js';
export { freeze } from './freeze.js';
export { startRealCluster, startRealMember } from './real-member.js';
export type { ExitStatus, RealCluster, RealMember, RealMemberOptions } from './real-member.js';
export { RabbitmqBroker, runRabbitmqctl } from './rabbitmq-broker.js';
export type { RabbitmqControl } from './rabbitmq-broker.js';
export { RedisServer } from './redis-server.js';
export { startFaultProxy } from './fault-proxy.js';
export type { FaultProxy, FaultProxyOptions } from './fault-proxy.js';
export { Direction } from './faults.js';
export type { Corrupt } from './faults.js';
export { certificateAuthority } from './certificates.js';
export type { Certificate, CertificateAuthority, IssueOptions } from './certificates.js';
export { startTlsProxy } from './tls-proxy.js';
export type { TlsProxy, TlsProxyOptions } from './tls-proxy.js';
export { FootprintWatch } from './footprint.js';
export type { Footprint } from './footprint.js';
export { tieToParent } from './tie.js';
export { rounds } from './random/rounds.js';
export { seedOf } from './random/seed.js';
export { SILENT_LOGGER } from './silent-logger.js';
export { sqlPage, type SqlColumn } from './sql/sql-page.js';
