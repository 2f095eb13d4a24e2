import type { AuditEvent, AuditOptions } from '@kb/apiserver';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { JsonValue } from '@kb/apimachinery';
import { bindingProblems } from './binding-problems.ts';
import { formatRequest, missingMarkers } from './markers.ts';
import { allows, type PermissionRequest, permissionsOf } from './permission.ts';
import { type OperatorRbac, userOf } from './read-rbac.ts';

/** A request that was refused to the operator. */
export interface RefusedRequest extends PermissionRequest {
  /** Empty for cluster-scoped resources and requests for all namespaces. */
  readonly namespace: string;
}

/** The error of a test whose operator made requests that its role does not allow. */
export class MissingPermissionError extends Error {
  override readonly name = 'MissingPermissionError';
  readonly code = 'KB_PERMISSION_MISSING';
  readonly refused: readonly RefusedRequest[];
  /** The markers that allow the requests. */
  readonly markers: readonly string[];

  constructor(refused: readonly RefusedRequest[], rbac: OperatorRbac, cause?: unknown) {
    const missing = refused.filter((request) => !isGranted(request, rbac));
    const markers = missingMarkers(missing, permissionsOf(rbac.generatedRules), rbac.watchNamespace);
    super(messageOf(refused, markers, rbac, missing.length < refused.length), { cause });
    // Its own frames lead to no line of the test; the wait that fails adds the one that does.
    this.stack = `${this.name}: ${this.message}`;
    this.refused = refused;
    this.markers = markers;
  }
}

/** Whether the generated rules allow a request, so that no marker is missing. */
export function isGranted(request: PermissionRequest, { generatedRules }: OperatorRbac): boolean {
  return generatedRules.some((rule) => allows(rule, request));
}

function messageOf(
  refused: readonly RefusedRequest[],
  markers: readonly string[],
  rbac: OperatorRbac,
  someGranted: boolean,
): string {
  const { account } = rbac;
  return [
    `the role of the operator (${account.namespace}/${account.name}) does not allow:`,
    ...refused.map(
      (request) => `  ${formatRequest(request)}${request.namespace === '' ? '' : ` in ${request.namespace}`}`,
    ),
    ...(markers.length === 0
      ? []
      : ['Write to the controller, and run `npx kb generate`:', ...markers.map((marker) => `  ${marker}`)]),
    ...(someGranted ? grantedAdvice(rbac) : []),
  ].join('\n');
}

/** Says why requests are refused that the generated rules allow. */
export function grantedAdvice(rbac: OperatorRbac): string[] {
  const problems = bindingProblems(rbac);
  const reasons = problems.length > 0 ? problems : ['another manifest or the test has changed the role or its binding'];
  return ['The markers allow this already, but the role does not apply:', ...reasons.map((reason) => `  ${reason}`)];
}

/** Follows the requests of an operator. */
export interface PermissionRecorder {
  /** The audit log that records them: an option of the API server. */
  readonly audit: AuditOptions;
  /** The permissions that allowed requests needed, each once. */
  readonly used: () => readonly PermissionRequest[];
  /** The requests that were refused, each once. */
  readonly refused: () => readonly RefusedRequest[];
  /** Returns the error for refused requests; undefined if there are none. */
  readonly problem: (cause?: unknown) => MissingPermissionError | undefined;
}

/** Options of {@link createPermissionRecorder}. */
export interface PermissionRecorderOptions {
  readonly rbac: OperatorRbac;
  /** Returns the resource of a kind, if it is known better than by the rules of English. */
  readonly pluralOf?: (group: string, kind: string) => string | undefined;
  /** Gets each refused request, once. Default: nothing. */
  readonly onRefused?: (request: RefusedRequest) => void;
}

/** Records the requests of an operator from the audit log. */
export function createPermissionRecorder({ rbac, pluralOf, onRefused }: PermissionRecorderOptions): PermissionRecorder {
  const used = new Map<string, PermissionRequest>();
  const refused = new Map<string, RefusedRequest>();
  const refuse = (request: RefusedRequest): void => {
    const { verb, group, resource, namespace, path } = request;
    const key = JSON.stringify([verb, group, resource, namespace, path]);
    if (refused.has(key)) return;
    refused.set(key, request);
    onRefused?.(request);
  };
  const use = (request: PermissionRequest): unknown => used.set(JSON.stringify(request), request);
  const onEvent = (event: AuditEvent): void => {
    const request = requestOf(event);
    const namespace = event.objectRef?.namespace ?? '';
    const { code, message = '' } = event.responseStatus ?? {};
    if (event.annotations?.['authorization.k8s.io/decision'] !== 'allow') {
      refuse({ ...request, namespace });
      return;
    }
    use(request);
    // An apply or an update that creates its object needs both permissions.
    const create: PermissionRequest = { ...request, verb: 'create' };
    if (request.verb !== 'create' && code === 201) use(create);
    if (code === 403 && / cannot create resource /.test(message)) refuse({ ...create, namespace });
    for (const owner of blockedOwners(event.requestObject)) {
      const update: PermissionRequest = {
        verb: 'update',
        group: owner.group,
        resource: `${pluralOf?.(owner.group, owner.kind) ?? guessPlural(owner.kind)}/finalizers`,
        name: owner.name,
      };
      if (isGranted(update, rbac)) use(update);
      else refuse({ ...update, namespace });
    }
  };
  const policy = {
    apiVersion: 'audit.k8s.io/v1',
    kind: 'Policy',
    omitStages: ['RequestReceived'],
    rules: [{ level: 'Request', users: [userOf(rbac.account)] }],
  };
  return {
    audit: { policy, onEvent },
    used: () => [...used.values()],
    refused: () => [...refused.values()],
    problem: (cause) =>
      refused.size === 0 ? undefined : new MissingPermissionError([...refused.values()], rbac, cause),
  };
}

function requestOf({ verb, objectRef, requestURI }: AuditEvent): PermissionRequest {
  if (!objectRef) return { verb, group: '', resource: '', name: '', path: requestURI.split('?', 1)[0] ?? '' };
  const { resource = '', subresource, apiGroup = '', name = '' } = objectRef;
  return { verb, group: apiGroup, resource: subresource === undefined ? resource : `${resource}/${subresource}`, name };
}

interface Owner {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/**
 * The owners whose deletion an object of a request blocks. Clusters with the admission plugin
 * OwnerReferencesPermissionEnforcement, such as OpenShift, then require the permission to set their finalizers.
 */
function blockedOwners(object: JsonValue | undefined): Owner[] {
  const metadata = isJsonObject(object) && isJsonObject(object.metadata) ? object.metadata : {};
  const references = Array.isArray(metadata.ownerReferences) ? metadata.ownerReferences : [];
  return references.flatMap((reference) => {
    if (!isJsonObject(reference) || reference.blockOwnerDeletion !== true) return [];
    const { apiVersion, kind, name } = reference;
    if (typeof apiVersion !== 'string' || typeof kind !== 'string' || typeof name !== 'string') return [];
    return [{ group: apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '', kind, name }];
  });
}

/** The resource of a kind, as Kubernetes guesses it. */
function guessPlural(kind: string): string {
  const lower = kind.toLowerCase();
  if (/(?:s|x|z|ch|sh)$/.test(lower)) return `${lower}es`;
  return lower.endsWith('y') ? `${lower.slice(0, -1)}ies` : `${lower}s`;
}
