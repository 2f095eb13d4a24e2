import type { JsonObject } from '@kb/apimachinery';
import type { Annotate } from '../audit/audit-annotations.ts';
import type { User } from '../authentication/user.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import type { ApiObject, FrozenObject } from '../objects/api-object.ts';
import type { GroupVersionKind, ObjectCodec, ServedResource } from '../resources/served-resource.ts';

/** What webhooks learn of the client's request. */
export interface AdmissionCaller {
  readonly user: User;
  /** Decides what users may do. */
  readonly authorizer: Authorizer;
  /** The name in the URL. Default: none. */
  readonly requestedName?: string | undefined;
  /** The options of the request: `{ kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' }`. A connection has none. */
  readonly options: JsonObject | null;
  readonly dryRun: boolean;
  /** Adds a `Warning` header to the response. */
  readonly warn: (text: string) => void;
  /** Adds an annotation to the audit event of the request. */
  readonly annotate: Annotate;
  /** Told how long the request has waited for a webhook, in seconds. */
  readonly waited?: (seconds: number) => void;
  /** When the request must be complete, in milliseconds of the clock. */
  readonly deadline: number;
  /** Aborted when the request is over. */
  readonly signal: AbortSignal | undefined;
}

/** The operation of a request, as webhooks know it. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** A request that webhooks may change or refuse. */
export interface AdmissionAttributes {
  readonly caller: AdmissionCaller;
  readonly operation: AdmissionOperation;
  readonly resource: ServedResource;
  readonly subresource: string | undefined;
  /** The kind of the object: the resource's, unless a subresource has its own. */
  readonly kind: GroupVersionKind;
  /** Reads and writes the object: the resource's codec, unless a subresource has its own kind. */
  readonly codec: ObjectCodec;
  /** That of the URL; of a Namespace its own name; otherwise empty. */
  readonly namespace: string;
  /** Empty if it has not been generated yet, and for the deletion of a collection. */
  readonly name: string;
  /** In the version of the request; of a connection its options. Undefined for a deletion. */
  readonly object: ApiObject | undefined;
  /** The object before, in the version of the request. Undefined for a creation and for a connection. */
  readonly old: FrozenObject | undefined;
}

/** The namespace of a request, as webhooks know it. */
export function namespaceOf({ group, plural }: ServedResource, namespace: string, name: string): string {
  return group === '' && plural === 'namespaces' ? name : namespace;
}
