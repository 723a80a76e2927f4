import { ErrorCode } from '@offloop/wire';
import { HazelcastError, type ErrorRow } from './hazelcast-error.js';

/*
 * The official classes, in the official hierarchy, and at the end the table of them. A class without a comment has the meaning of
 * the Java exception of that name.
 */

/** Thrown when a value cannot be turned into bytes, or bytes cannot be turned into a value. */
export class HazelcastSerializationError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_HAZELCAST_SERIALIZATION';
}

/** A member refused the credentials or the cluster name. */
export class AuthenticationError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_AUTHENTICATION';
}

/**
 * The client is shut down, or shutting down. A call made after that was not sent; one that was in flight may have run.
 */
export class ClientNotActiveError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_CLIENT_NOT_ACTIVE';
}

/** The cluster does not let this client in. */
export class ClientNotAllowedInClusterError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_CLIENT_NOT_ALLOWED_IN_CLUSTER';
}

/** An option is unknown, has the wrong type, or is out of range; the message names it and what is accepted. */
export class InvalidConfigurationError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_INVALID_CONFIGURATION';
}

/** The call is not allowed in the present state of the object or of the client. */
export class IllegalStateError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_ILLEGAL_STATE';
}

/** The ringbuffer no longer holds the sequence asked for. */
export class StaleSequenceError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_STALE_SEQUENCE';
}

/** The topic is full, and its overload policy is to report that. */
export class TopicOverloadError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_TOPIC_OVERLOAD';
}

/** A connection failed while the request was under way. */
export class IOError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_IO';
}

/** No answer came in time. The operation may have run. */
export class OperationTimeoutError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_OPERATION_TIMEOUT';
}

/** Base class of errors that a member reports when the same request may be sent again. */
export class RetryableHazelcastError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_RETRYABLE_HAZELCAST';
}

/** The request was sent to a member that has left the cluster. */
export class TargetNotMemberError extends RetryableHazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_TARGET_NOT_MEMBER';
}

export class CallerNotMemberError extends RetryableHazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_CALLER_NOT_MEMBER';
}

/** The operation was cancelled before it had a result. */
export class CancellationError extends IllegalStateError {
  static override readonly code: string = 'ERR_OFFLOOP_CANCELLATION';
}

export class ClassCastError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_CLASS_CAST';
}

export class ClassNotFoundError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_CLASS_NOT_FOUND';
}

export class ConcurrentModificationError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_CONCURRENT_MODIFICATION';
}

export class ConfigMismatchError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_CONFIG_MISMATCH';
}

/** The object was destroyed while the operation waited for it. */
export class DistributedObjectDestroyedError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_DISTRIBUTED_OBJECT_DESTROYED';
}

/** The member is shutting down. */
export class HazelcastInstanceNotActiveError extends IllegalStateError {
  static override readonly code: string = 'ERR_OFFLOOP_HAZELCAST_INSTANCE_NOT_ACTIVE';
}

/** The member left the cluster while it was running the operation. */
export class MemberLeftError extends RetryableHazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_MEMBER_LEFT';
}

/** The partition is being moved to another member. */
export class PartitionMigratingError extends RetryableHazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_PARTITION_MIGRATING';
}

export class QueryError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_QUERY';
}

export class TransactionError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_TRANSACTION';
}

export class TransactionNotActiveError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_TRANSACTION_NOT_ACTIVE';
}

export class TransactionTimedOutError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_TRANSACTION_TIMED_OUT';
}

export class SplitBrainProtectionError extends TransactionError {
  static override readonly code: string = 'ERR_OFFLOOP_SPLIT_BRAIN_PROTECTION';
}

export class RetryableIOError extends RetryableHazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_RETRYABLE_IO';
}

/** The connection that the request was sent on was lost. It is unknown whether the operation ran. */
export class TargetDisconnectedError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_TARGET_DISCONNECTED';
}

export class UnsupportedOperationError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_UNSUPPORTED_OPERATION';
}

export class ConsistencyLostError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_CONSISTENCY_LOST';
}

/** The cluster has no member that holds data. */
export class NoDataMemberInClusterError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_NO_DATA_MEMBER_IN_CLUSTER';
}

export class StaleTaskIdError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_STALE_TASK_ID';
}

export class NodeIdOutOfRangeError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_NODE_ID_OUT_OF_RANGE';
}

export class ReachedMaxSizeError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_REACHED_MAX_SIZE';
}

/** The outcome of the operation is unknown: it may have run, on some members or on all. */
export class IndeterminateOperationStateError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_INDETERMINATE_OPERATION_STATE';
}

export class ArrayIndexOutOfBoundsError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_ARRAY_INDEX_OUT_OF_BOUNDS';
}

export class ArrayStoreError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_ARRAY_STORE';
}

/** An argument is not valid. */
export class IllegalArgumentError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_ILLEGAL_ARGUMENT';
}

export class IndexOutOfBoundsError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_INDEX_OUT_OF_BOUNDS';
}

export class InterruptedError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_INTERRUPTED';
}

export class InvalidAddressError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_INVALID_ADDRESS';
}

export class NegativeArraySizeError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_NEGATIVE_ARRAY_SIZE';
}

export class NoSuchElementError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_NO_SUCH_ELEMENT';
}

export class NullPointerError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_NULL_POINTER';
}

export class SessionExpiredError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_SESSION_EXPIRED';
}

export class CPGroupDestroyedError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_CP_GROUP_DESTROYED';
}

export class LockOwnershipLostError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_LOCK_OWNERSHIP_LOST';
}

export class IllegalMonitorStateError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_ILLEGAL_MONITOR_STATE';
}

export class WaitKeyCancelledError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_WAIT_KEY_CANCELLED';
}

export class LeaderDemotedError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_LEADER_DEMOTED';
}

export class StaleAppendRequestError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_STALE_APPEND_REQUEST';
}

export class CannotReplicateError extends RetryableHazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_CANNOT_REPLICATE';
}

export class NotLeaderError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_NOT_LEADER';
}

/** A member reported an error that this client has no class for; the message names the Java class. */
export class UndefinedErrorCodeError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_UNDEFINED_ERROR_CODE';
}

/** The request was not sent again, because it may hold Compact values whose schemas the new cluster does not know yet. */
export class InvocationMightContainCompactDataError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_INVOCATION_MIGHT_CONTAIN_COMPACT_DATA';
}

/**
 * All official error classes, each with the codes by which members report it, as `hazelcast-client` 5.7 maps them. Codes without
 * a class of their own are left out on purpose: they become an UndefinedErrorCodeError that names the Java class.
 */
export const OFFICIAL_ERRORS: readonly ErrorRow[] = [
  [HazelcastSerializationError, ErrorCode.HAZELCAST_SERIALIZATION],
  [AuthenticationError, ErrorCode.AUTHENTICATION],
  [ClientNotActiveError],
  [ClientNotAllowedInClusterError],
  [InvalidConfigurationError, ErrorCode.INVALID_CONFIGURATION],
  [IllegalStateError, ErrorCode.ILLEGAL_STATE],
  [StaleSequenceError, ErrorCode.STALE_SEQUENCE],
  [TopicOverloadError, ErrorCode.TOPIC_OVERLOAD],
  [IOError, ErrorCode.EOF, ErrorCode.IO, ErrorCode.NOT_SERIALIZABLE, ErrorCode.SOCKET],
  [OperationTimeoutError, ErrorCode.OPERATION_TIMEOUT],
  [RetryableHazelcastError, ErrorCode.RETRYABLE_HAZELCAST],
  [TargetNotMemberError, ErrorCode.TARGET_NOT_MEMBER],
  [CallerNotMemberError, ErrorCode.CALLER_NOT_MEMBER],
  [CancellationError, ErrorCode.CANCELLATION],
  [ClassCastError, ErrorCode.CLASS_CAST],
  [ClassNotFoundError, ErrorCode.CLASS_NOT_FOUND],
  [ConcurrentModificationError, ErrorCode.CONCURRENT_MODIFICATION],
  [ConfigMismatchError, ErrorCode.CONFIG_MISMATCH],
  [DistributedObjectDestroyedError, ErrorCode.DISTRIBUTED_OBJECT_DESTROYED],
  [HazelcastInstanceNotActiveError, ErrorCode.HAZELCAST_INSTANCE_NOT_ACTIVE],
  [MemberLeftError, ErrorCode.MEMBER_LEFT],
  [PartitionMigratingError, ErrorCode.PARTITION_MIGRATING],
  [QueryError, ErrorCode.QUERY, ErrorCode.QUERY_RESULT_SIZE_EXCEEDED],
  [TransactionError, ErrorCode.TRANSACTION],
  [TransactionNotActiveError, ErrorCode.TRANSACTION_NOT_ACTIVE],
  [TransactionTimedOutError, ErrorCode.TRANSACTION_TIMED_OUT],
  [SplitBrainProtectionError, ErrorCode.SPLIT_BRAIN_PROTECTION],
  [RetryableIOError, ErrorCode.RETRYABLE_IO],
  [TargetDisconnectedError, ErrorCode.TARGET_DISCONNECTED],
  [UnsupportedOperationError, ErrorCode.UNSUPPORTED_OPERATION],
  [ConsistencyLostError, ErrorCode.CONSISTENCY_LOST],
  [NoDataMemberInClusterError, ErrorCode.NO_DATA_MEMBER],
  [StaleTaskIdError, ErrorCode.STALE_TASK_ID],
  [NodeIdOutOfRangeError, ErrorCode.FLAKE_ID_NODE_ID_OUT_OF_RANGE],
  [ReachedMaxSizeError, ErrorCode.REACHED_MAX_SIZE],
  [IndeterminateOperationStateError, ErrorCode.INDETERMINATE_OPERATION_STATE],
  [ArrayIndexOutOfBoundsError, ErrorCode.ARRAY_INDEX_OUT_OF_BOUNDS],
  [ArrayStoreError, ErrorCode.ARRAY_STORE],
  [IllegalArgumentError, ErrorCode.ILLEGAL_ARGUMENT],
  [IndexOutOfBoundsError, ErrorCode.INDEX_OUT_OF_BOUNDS],
  [InterruptedError, ErrorCode.INTERRUPTED],
  [InvalidAddressError, ErrorCode.INVALID_ADDRESS],
  [NegativeArraySizeError, ErrorCode.NEGATIVE_ARRAY_SIZE],
  [NoSuchElementError, ErrorCode.NO_SUCH_ELEMENT],
  [NullPointerError, ErrorCode.NULL_POINTER],
  [SessionExpiredError, ErrorCode.SESSION_EXPIRED],
  [CPGroupDestroyedError, ErrorCode.CP_GROUP_DESTROYED],
  [LockOwnershipLostError, ErrorCode.LOCK_OWNERSHIP_LOST],
  [IllegalMonitorStateError, ErrorCode.ILLEGAL_MONITOR_STATE],
  [WaitKeyCancelledError, ErrorCode.WAIT_KEY_CANCELLED],
  [LeaderDemotedError, ErrorCode.LEADER_DEMOTED],
  [StaleAppendRequestError, ErrorCode.STALE_APPEND_REQUEST],
  [CannotReplicateError, ErrorCode.CANNOT_REPLICATE],
  [NotLeaderError, ErrorCode.NOT_LEADER],
  [UndefinedErrorCodeError],
  [InvocationMightContainCompactDataError],
];
