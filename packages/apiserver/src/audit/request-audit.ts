import { formatMicroTime, type JsonObject, type JsonValue, type Status } from '@kb/apimachinery';
import { isJsonObject, JsonSyntaxError, parseJson } from '@kb/apimachinery/codec';
import { isLongRunning, type RequestAttributes } from '../authentication/request-attributes.ts';
import type { User } from '../authentication/user.ts';
import { stringOf } from '../objects/api-object.ts';
import { type Annotate, AuditAnnotations, includesLevel } from './audit-annotations.ts';
import {
  type AuditedObject,
  auditedObject,
  type AuditEvent,
  auditedUser,
  sourceIps,
  withoutManagedFields,
} from './audit-event.ts';
import type { AuditStage } from './audit-policy.ts';
import type { AuditDecision, DecideAudit } from './match-policy.ts';

/** The audit log of a server: what is audited, and who gets the events. */
export interface AuditLog {
  readonly decide: DecideAudit;
  readonly emit: (event: AuditEvent) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What is known of a request before its user is. */
export interface AuditedRequest {
  readonly auditId: string;
  /** Path and query. */
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly remoteAddress: string;
  readonly attributes: RequestAttributes;
  /** Empty without a resource. */
  readonly apiVersion: string;
}

/** Longer user agents are cut. */
const MAX_USER_AGENT = 1024;

type ResponseStatus = NonNullable<AuditEvent['responseStatus']>;

/** The audit events of one request. */
export class RequestAudit {
  private readonly log: AuditLog;
  private readonly request: AuditedRequest;
  private readonly receivedAt: number;
  private decision: AuditDecision | undefined;
  /** False: the credentials are wrong, or the request has been refused before they were read. */
  private isAuthenticated = false;
  private user: User | undefined;
  private impersonated: Pick<AuditEvent, 'impersonatedUser' | 'authenticationMetadata'> = {};
  /** Authentication adds some before the policy decides. They are left out if it fails. */
  private annotations = new AuditAnnotations('Metadata');
  private objectRef: AuditedObject | undefined;
  private status: ResponseStatus | undefined;
  private requestObject: JsonValue | undefined;
  private responseObject: JsonValue | undefined;
  /** True: what the client sent cannot be written as JSON. kube-apiserver has no further events then. */
  private isUnwritable = false;
  private lastStage: 'ResponseComplete' | 'Panic' = 'ResponseComplete';

  constructor(log: AuditLog, request: AuditedRequest) {
    this.log = log;
    this.request = request;
    this.receivedAt = log.now();
    const { attributes, apiVersion } = request;
    if (!attributes.isResource) return;
    const { resource, subresource, namespace, name, group: apiGroup } = attributes;
    this.objectRef = auditedObject({ resource, subresource, namespace, name, apiGroup, apiVersion });
  }

  /** Adds an annotation; see {@link Annotate}. */
  readonly annotate: Annotate = (key, value, level) => this.annotations.add(key, value, level);

  /** Begins the events of an authenticated request: the policy decides how it is audited. */
  begin(user: User): void {
    this.isAuthenticated = true;
    this.decide(user);
    this.emit('RequestReceived', this.receivedAt);
  }

  private decide(user: User | undefined): AuditDecision {
    const decision = this.log.decide(user, this.request.attributes);
    this.decision = decision;
    this.user = user;
    this.annotations = user ? this.annotations.forLevel(decision.level) : new AuditAnnotations(decision.level);
    return decision;
  }

  /** Notes the user as whom the request runs, and the verb that allowed that, unless it was plain `impersonate`. */
  impersonate(user: User, impersonationConstraint: string | undefined): void {
    this.impersonated = {
      impersonatedUser: auditedUser(user),
      ...(impersonationConstraint !== undefined && { authenticationMetadata: { impersonationConstraint } }),
    };
  }

  private shows(level: AuditDecision['level']): boolean {
    return includesLevel((this.decision ?? this.decide(undefined)).level, level);
  }

  /** Notes the object in the body of a request. `object` is called at once, if anything of it is shown. */
  sent(object: () => JsonObject): void {
    if (!this.shows('Metadata')) return;
    const sent = object();
    const { name, namespace, uid, resourceVersion } = isJsonObject(sent.metadata) ? sent.metadata : {};
    this.objectRef = auditedObject({
      name: stringOf(name),
      namespace: stringOf(namespace),
      uid: stringOf(uid),
      resourceVersion: stringOf(resourceVersion),
      ...this.objectRef,
    });
    if (this.shows('Request')) this.requestObject = this.shown(structuredClone(sent));
  }

  /** Notes the body of a patch. */
  sentPatch(patch: Uint8Array): void {
    if (!this.shows('Request')) return;
    try {
      this.requestObject = parseJson(patch);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      this.isUnwritable = true;
    }
  }

  /** Whether events show the object of a response. */
  get showsResponse(): boolean {
    return this.shows('RequestResponse');
  }

  /** Notes the object of a response. */
  responded(object: JsonValue): void {
    this.responseObject = this.shown(object);
  }

  /** Notes the Status that is the response. */
  respondedWith({ status, message, reason, details, code }: Partial<Status>): void {
    this.status = {
      metadata: {},
      ...(status && { status }),
      ...(message && { message }),
      ...(reason && { reason }),
      ...(details && { details }),
      ...(code && { code }),
    };
  }

  private shown(value: JsonValue): JsonValue {
    return this.decision?.omitManagedFields ? withoutManagedFields(value) : value;
  }

  /** Notes that a bug of the server ends the request. */
  panicked(): void {
    this.lastStage = 'Panic';
  }

  /** Ends the events of a request whose response has this status code. `isOpen`: its body is still being sent. */
  finish(code: number, isOpen: boolean): void {
    // The rest keeps its order: the code comes last.
    const { code: _, ...status } = this.status ?? { metadata: {} };
    this.status = { ...status, code };
    if (!this.isAuthenticated || isLongRunning(this.request.attributes)) this.emit('ResponseStarted');
    if (this.isAuthenticated && !isOpen) this.complete();
  }

  /** Ends the events of a request whose client has disconnected before there was a response. */
  abandon(): void {
    this.status = { metadata: {}, status: 'Success', message: 'Connection closed early', code: 200 };
    if (isLongRunning(this.request.attributes)) this.emit('ResponseStarted');
    this.complete();
  }

  /** Logs that the response is complete. */
  complete(): void {
    this.emit(this.lastStage);
  }

  private emit(stage: AuditStage, now = this.log.now()): void {
    const decision = this.decision ?? this.decide(undefined);
    if (decision.level === 'None' || decision.omittedStages.has(stage) || this.isUnwritable) return;
    const { auditId, uri, headers, remoteAddress, attributes } = this.request;
    const agent = headers['user-agent'] ?? '';
    const annotations = this.annotations.toJson();
    this.log.emit({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: decision.level,
      auditID: auditId,
      stage,
      requestURI: uri,
      verb: attributes.verb,
      user: auditedUser(this.user),
      ...this.impersonated,
      sourceIPs: sourceIps(headers, remoteAddress),
      ...(agent !== '' && {
        userAgent: agent.length > MAX_USER_AGENT ? `${agent.slice(0, MAX_USER_AGENT)}...TRUNCATED` : agent,
      }),
      ...(this.objectRef && { objectRef: this.objectRef }),
      ...(this.status && { responseStatus: this.status }),
      ...(this.requestObject !== undefined && { requestObject: this.requestObject }),
      ...(this.responseObject !== undefined && { responseObject: this.responseObject }),
      requestReceivedTimestamp: formatMicroTime(this.receivedAt),
      stageTimestamp: formatMicroTime(now),
      ...(annotations && { annotations }),
    });
  }
}
