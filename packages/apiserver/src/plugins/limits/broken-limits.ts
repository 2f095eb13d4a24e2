import { formatQuantity, type JsonObject, type ParsedQuantity } from '@kb/apimachinery';
import { asInt64, nothing, podLimits, podRequests, readResources, type ResourceList } from '@kb/apimachinery/server';
import { type ApiObject, objectsIn, own, stringOf } from '../../objects/api-object.ts';

/** What something requests, and its limits. */
interface Amounts {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

/**
 * Returns in which ways a Pod or a claim breaks the limits of a LimitRange. `plural`: of the object's resource;
 * `limits`: the items of `spec.limits`.
 */
export function brokenLimits(object: ApiObject, plural: string, limits: readonly JsonObject[]): string[] {
  return limits.flatMap((limit) => {
    const type = stringOf(limit.type);
    const judge = (amounts: Amounts): string[] => brokenBy(amounts, limit, type);
    if (plural === 'persistentvolumeclaims')
      return type === 'PersistentVolumeClaim' ? brokenByClaim(object, limit, type) : [];
    if (type === 'Container') return containersOf(object).map(amountsOf).flatMap(judge);
    return type === 'Pod'
      ? judge({ requests: podRequests(object, { of: 'spec' }), limits: podLimits(object, { of: 'spec' }) })
      : [];
  });
}

function containersOf({ spec }: ApiObject): JsonObject[] {
  return [...objectsIn(own(spec, 'containers')), ...objectsIn(own(spec, 'initContainers'))];
}

function amountsOf({ resources }: JsonObject): Amounts {
  return { requests: readResources(own(resources, 'requests')), limits: readResources(own(resources, 'limits')) };
}

function brokenBy(amounts: Amounts, limit: JsonObject, type: string): string[] {
  const judgeEach = (list: unknown, judge: (rule: Rule, amounts: Amounts) => string | undefined): string[] =>
    [...readResources(list)].flatMap(([name, bound]) => judge({ type, name, bound }, amounts) ?? []);
  return [
    ...judgeEach(limit.min, belowMinimum),
    ...judgeEach(limit.max, aboveMaximum),
    ...judgeEach(limit.maxLimitRequestRatio, aboveRatio),
  ];
}

function brokenByClaim({ spec }: ApiObject, limit: JsonObject, type: string): string[] {
  const requests = readResources(own(own(spec, 'resources'), 'requests'));
  const amounts = { requests, limits: new Map() };
  return [
    ...brokenBy(amounts, { min: limit.min ?? null }, type),
    ...[...readResources(limit.max)].flatMap(
      ([name, bound]) => aboveMaximumRequest({ type, name, bound }, requests) ?? [],
    ),
  ];
}

/** A bound for a resource. */
interface Rule {
  /** What has it, as messages name it. */
  readonly type: string;
  readonly name: string;
  readonly bound: ParsedQuantity;
}

const MAX_IN_MILLI = (2n ** 63n - 1n) / 1000n;

/** Amounts as integers of the same unit: thousandths, unless one of them is too large for that. */
function comparable<const T extends readonly (ParsedQuantity | undefined)[]>(
  ...amounts: T
): { readonly [K in keyof T]: bigint } {
  const whole = amounts.map((amount = nothing) => asInt64(amount));
  const compared = whole.every((value) => value <= MAX_IN_MILLI)
    ? amounts.map((amount = nothing) => asInt64(amount, 3))
    : whole;
  return compared as unknown as { readonly [K in keyof T]: bigint };
}

function belowMinimum({ type, name, bound }: Rule, { requests, limits }: Amounts): string | undefined {
  const [request, limit] = [requests.get(name), limits.get(name)];
  const rule = `minimum ${name} usage per ${type} is ${formatQuantity(bound)}`;
  if (!request) return `${rule}.  No request is specified`;
  const [requested, limited, least] = comparable(request, limit, bound);
  if (requested < least) return `${rule}, but request is ${formatQuantity(request)}`;
  return limit && limited < least ? `${rule}, but limit is ${formatQuantity(limit)}` : undefined;
}

function aboveMaximum({ type, name, bound }: Rule, { requests, limits }: Amounts): string | undefined {
  const [request, limit] = [requests.get(name), limits.get(name)];
  const rule = `maximum ${name} usage per ${type} is ${formatQuantity(bound)}`;
  if (!limit) return `${rule}.  No limit is specified`;
  const [requested, limited, most] = comparable(request, limit, bound);
  if (limited > most) return `${rule}, but limit is ${formatQuantity(limit)}`;
  return request && requested > most ? `${rule}, but request is ${formatQuantity(request)}` : undefined;
}

function aboveMaximumRequest({ type, name, bound }: Rule, requests: ResourceList): string | undefined {
  const request = requests.get(name);
  const rule = `maximum ${name} usage per ${type} is ${formatQuantity(bound)}`;
  if (!request) return `${rule}.  No request is specified`;
  const [requested, most] = comparable(request, bound);
  return requested > most ? `${rule}, but request is ${formatQuantity(request)}` : undefined;
}

function aboveRatio({ type, name, bound }: Rule, { requests, limits }: Amounts): string | undefined {
  const rule = `${name} max limit to request ratio per ${type} is ${formatQuantity(bound)}`;
  const [requested, limited] = comparable(requests.get(name), limits.get(name), bound);
  if (requested === 0n) return `${rule}, but no request is specified or request is 0`;
  if (limited === 0n) return `${rule}, but no limit is specified or limit is 0`;
  const ratio = Number(limited) / Number(requested);
  const isExact = asInt64(bound) <= MAX_IN_MILLI;
  const exceeds = isExact ? ratio * 1000 > Number(asInt64(bound, 3)) : ratio > Number(asInt64(bound));
  return exceeds ? `${rule}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
}
