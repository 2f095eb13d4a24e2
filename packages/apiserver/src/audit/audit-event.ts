import type { JsonObject, JsonValue, MicroTime, Status } from '@kb/apimachinery';
import { formatAddress, isMappedIpv4, parseAddress } from '@kb/apimachinery/server';
import type { User } from '../authentication/user.ts';
import type { AuditLevel } from './audit-annotations.ts';
import type { AuditStage } from './audit-policy.ts';

/** A user as events name them. Empty if the credentials of the request are unknown. */
export interface AuditedUser {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The object that a request is about. Absent fields are empty. */
export interface AuditedObject {
  /** Plural. */
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly apiGroup?: string;
  readonly apiVersion?: string;
  readonly resourceVersion?: string;
  readonly subresource?: string;
}

/** One stage of a request: an Event of `audit.k8s.io/v1`, with its fields in kube-apiserver's order. */
export interface AuditEvent {
  readonly kind: 'Event';
  readonly apiVersion: 'audit.k8s.io/v1';
  readonly level: Exclude<AuditLevel, 'None'>;
  /** The same for all events of a request, and its header `Audit-Id`. */
  readonly auditID: string;
  readonly stage: AuditStage;
  /** Path and query as the client sent them. */
  readonly requestURI: string;
  /** `get`, `list`, `watch`, `create`…; without a resource the method in lower case. */
  readonly verb: string;
  readonly user: AuditedUser;
  /** The user as whom `user` acts. */
  readonly impersonatedUser?: AuditedUser;
  readonly authenticationMetadata?: { readonly impersonationConstraint: string };
  readonly sourceIPs?: readonly string[];
  readonly userAgent?: string;
  /** Absent without a resource. */
  readonly objectRef?: AuditedObject;
  /** Absent while there is no response. Of a success it only has the code. */
  readonly responseStatus?: { readonly metadata: object } & Partial<Omit<Status, 'metadata' | 'kind' | 'apiVersion'>>;
  /** The body, from the level `Request`. */
  readonly requestObject?: JsonValue;
  /** The response, at the level `RequestResponse`. */
  readonly responseObject?: JsonValue;
  readonly requestReceivedTimestamp: MicroTime;
  readonly stageTimestamp: MicroTime;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Returns a user in the form of events. */
export function auditedUser(user: User | undefined): AuditedUser {
  if (!user) return {};
  const { name, uid, groups, extra } = user;
  return {
    ...(name !== '' && { username: name }),
    ...(uid !== undefined && uid !== '' && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(extra && Object.keys(extra).length > 0 && { extra }),
  };
}

/** Returns a reference with its fields in kube-apiserver's order, without empty ones. */
export function auditedObject(object: AuditedObject): AuditedObject {
  const { resource, namespace, name, uid, apiGroup, apiVersion, resourceVersion, subresource } = object;
  const ordered = { resource, namespace, name, uid, apiGroup, apiVersion, resourceVersion, subresource };
  return Object.fromEntries(Object.entries(ordered).filter(([, value]) => value !== undefined && value !== ''));
}

/** Removes the managed fields of an object, of the items of a list, and of the objects in the rows of a table. */
export function withoutManagedFields(value: JsonValue): JsonValue {
  if (!isRecord(value)) return value;
  const { metadata, items, rows } = value;
  return {
    ...value,
    ...(isRecord(metadata) && 'managedFields' in metadata && { metadata: without(metadata, 'managedFields') }),
    ...(Array.isArray(items) && { items: items.map(withoutManagedFields) }),
    ...(Array.isArray(rows) && {
      rows: rows.map((row) =>
        isRecord(row) && row.object !== undefined ? { ...row, object: withoutManagedFields(row.object) } : row,
      ),
    }),
  };
}

function isRecord(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function without(object: JsonObject, field: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== field));
}

/**
 * Returns the addresses that a request has come through: those in `X-Forwarded-For`, in `X-Real-Ip`, and the one of the
 * connection, each unless it is there already. All but the last can be chosen by the client.
 */
export function sourceIps(headers: Readonly<Record<string, string>>, remote: string): string[] {
  const ips = firstOf(headers['x-forwarded-for'])
    .split(',')
    .map((text) => canonical(text.trim()))
    .filter((ip) => ip !== undefined);
  const real = canonical(firstOf(headers['x-real-ip']));
  if (real !== undefined && !ips.includes(real)) ips.push(real);
  const address = canonical(remote);
  if (address !== undefined && ips.at(-1) !== address) ips.push(address);
  return ips;
}

/** The first value of a header: adapters put each on a line. */
function firstOf(header = ''): string {
  return header.split('\n', 1)[0] ?? '';
}

function canonical(text: string): string | undefined {
  const address = parseAddress(text);
  if (typeof address === 'string' || address.zone !== '') return undefined;
  return formatAddress(isMappedIpv4(address) ? { bytes: address.bytes.slice(12), zone: '' } : address);
}
