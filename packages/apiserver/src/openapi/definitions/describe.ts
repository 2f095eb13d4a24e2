import { descriptionOf, type TypeName } from '@kb/kubernetes/data';

/** The types that custom resources refer to. Others are published without descriptions: they are most of a document. */
const DESCRIBED = /^(?:meta\/v1|autoscaling\/v1\.Scale)/;

/** What Kubernetes' documentation does not describe. */
const ours: Readonly<Record<string, string>> = {
  'meta/v1.FieldsV1':
    'Fields in a trie: keys are the names of fields (f:), items of lists (k:, v:, i:), or a dot for the value itself.',
  'meta/v1.Time': 'A time in the format of RFC 3339, in whole seconds.',
  'meta/v1.MicroTime': 'A time in the format of RFC 3339, in microseconds.',
  'meta/v1.Duration': "A duration in Go's format, such as 1h30m.",
  'meta/v1.Patch': 'A patch, in the format that the content type of the request names.',
  'meta/v1.DeleteOptions.preconditions':
    'What must be true of the object; otherwise it is not deleted, and the status is 409 Conflict.',
  'meta/v1.Status.metadata': 'The metadata of lists.',
  'meta/v1.Status.details': 'More about the reason: each reason may have its own details.',
  'meta/v1.ListMeta.shardInfo': 'The part of all objects that the list has, if it was asked for a part.',
  'meta/v1.WatchEvent.type': 'What happened: ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.',
  'autoscaling/v1.Scale.metadata': 'The metadata of the object.',
  'autoscaling/v1.Scale.spec': 'The wanted scale.',
  'autoscaling/v1.Scale.status': 'The observed scale. Read-only.',
};

/** The description of a type, or of one of its fields; undefined if it is published without one. */
export function describe(type: TypeName, field = ''): string | undefined {
  if (!DESCRIBED.test(type)) return undefined;
  const own = ours[field === '' ? type : `${type}.${field}`];
  if (own !== undefined) return own;
  const isTypeMeta = field === 'apiVersion' || field === 'kind';
  return descriptionOf(type, field) ?? (isTypeMeta ? descriptionOf('meta/v1.TypeMeta', field) : undefined);
}
