/**
 * Custom types: a structure of its own in the message, `BEGIN`, a frame of the fixed-size fields if there are any, the
 * others in order, `END`. A third element is the version that appended the field, as in `spec.ts`.
 */
// prettier-ignore
export const structs = {
  Address: [['host', 'String'], ['port', 'int']],
  AnchorDataListHolder: [['anchorPageList', 'List_Integer'], ['anchorDataList', 'EntryList_Data_Data']],
  BTreeIndexConfig: [['pageSize', 'Capacity'], ['memoryTierConfig', 'MemoryTierConfig']],
  BitmapIndexOptions: [['uniqueKey', 'String'], ['uniqueKeyTransformation', 'int']],
  CPMember: [['uuid', 'UUID'], ['address', 'Address'], ['autoStepDownWhenLeader', 'boolean', '2.10']],
  Capacity: [['value', 'long'], ['unit', 'int']],
  DistributedObjectInfo: [['serviceName', 'String'], ['name', 'String']],
  EndpointQualifier: [['type', 'int'], ['identifier', 'String?']],
  ErrorHolder: [['errorCode', 'int'], ['className', 'String'], ['message', 'String?'], ['stackTraceElements', 'List_StackTraceElement']],
  FieldDescriptor: [['fieldName', 'String'], ['kind', 'int']],
  IndexConfig: [['name', 'String?'], ['type', 'int'], ['attributes', 'List_String'], ['bitmapIndexOptions', 'BitmapIndexOptions?'],
    ['bTreeIndexConfig', 'BTreeIndexConfig?', '2.5']],
  MemberInfo: [['address', 'Address'], ['uuid', 'UUID'], ['attributes', 'Map_String_String'], ['liteMember', 'boolean'],
    ['version', 'MemberVersion'], ['addressMap', 'Map_EndpointQualifier_Address', '2.0.1']],
  MemberVersion: [['major', 'byte'], ['minor', 'byte'], ['patch', 'byte']],
  MemoryTierConfig: [['capacity', 'Capacity']],
  MigrationState: [['startTime', 'long'], ['plannedMigrations', 'int'], ['completedMigrations', 'int'], ['totalElapsedTime', 'long']],
  PagingPredicateHolder: [['anchorDataListHolder', 'AnchorDataListHolder'], ['predicateData', 'Data?'], ['comparatorData', 'Data?'],
    ['pageSize', 'int'], ['page', 'int'], ['iterationTypeId', 'byte'], ['partitionKeyData', 'Data?'],
    ['partitionKeysData', 'List_Data?', '2.5']],
  RaftGroupId: [['name', 'String'], ['seed', 'long'], ['id', 'long']],
  RaftGroupInfo: [['groupId', 'RaftGroupId'], ['leader', 'CPMember'], ['followers', 'List_CPMember']],
  ReplicatedMapEntryViewHolder: [['key', 'Data'], ['value', 'Data'], ['creationTime', 'long'], ['hits', 'long'],
    ['lastAccessTime', 'long'], ['lastUpdateTime', 'long'], ['ttlMillis', 'long']],
  Schema: [['typeName', 'String'], ['fields', 'List_FieldDescriptor']],
  SimpleEntryView: [['key', 'Data'], ['value', 'Data'], ['cost', 'long'], ['creationTime', 'long'], ['expirationTime', 'long'],
    ['hits', 'long'], ['lastAccessTime', 'long'], ['lastStoredTime', 'long'], ['lastUpdateTime', 'long'], ['version', 'long'],
    ['ttl', 'long'], ['maxIdle', 'long']],
  StackTraceElement: [['className', 'String'], ['methodName', 'String'], ['fileName', 'String?'], ['lineNumber', 'int']],
  Version: [['major', 'byte'], ['minor', 'byte']],
} as const;
