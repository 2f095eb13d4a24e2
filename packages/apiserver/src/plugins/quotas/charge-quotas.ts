import { compareUtf8 } from '@kb/apimachinery/codec';
import {
  equalResources,
  exceeding,
  increaseOf,
  isInScopes,
  type MeasuredRequest,
  only,
  printResources,
  type QuotaEvaluator,
  readResources,
  type ResourceList,
  type ScopeSelector,
  scopesOf,
  sumOf,
  withoutZeros,
} from '@kb/apimachinery/server';
import type { FrozenObject } from '../../objects/api-object.ts';
import { own } from '../../objects/api-object.ts';
import { type LimitedResource, type LimitedUsage, limitedUsage, printScopes } from './limited-resources.ts';

/** A quota whose usage a request changes. */
export interface ChargedQuota<Q> {
  readonly quota: Q;
  /** Its `status.used` after the request. */
  readonly used: ResourceList;
}

/** The outcome of {@link chargeQuotas}: the changed quotas, or why the request is refused. */
export type Charge<Q> = { readonly charged: readonly ChargedQuota<Q>[] } | ChargeRefusal;

interface ChargeRefusal {
  readonly refusal: string;
  /** True: the request is not forbidden, but fails, as in kube-apiserver. */
  readonly isFailure?: boolean;
}

/** A quota that counts the object of a request. */
interface MatchingQuota<Q> {
  readonly quota: Q;
  /** The names of what it limits and objects of this kind take. */
  readonly counted: readonly string[];
  readonly hard: ResourceList;
  readonly used: ResourceList;
  readonly scopes: readonly ScopeSelector[];
}

/** How {@link chargeQuotas} counts. */
export interface ChargeRules {
  readonly evaluator: QuotaEvaluator;
  /** What may be consumed only where a quota is for it. */
  readonly limited: readonly LimitedResource[];
  /** The time in milliseconds. */
  readonly now: number;
}

/**
 * Charges the quotas of a namespace for a request: each that counts the object is charged for what the object takes, or
 * takes more than before.
 */
export function chargeQuotas<Q extends { readonly object: FrozenObject }>(
  quotas: Iterable<Q>,
  request: MeasuredRequest,
  { evaluator, limited, now }: ChargeRules,
): Charge<Q> {
  const { object, old, subresource } = request;
  const matching: MatchingQuota<Q>[] = [];
  const covered: ScopeSelector[] = [];
  for (const quota of quotas) {
    if (limited.length > 0)
      covered.push(...scopesOf(quota.object).filter((scope) => evaluator.isInScope(object, scope)));
    const found = matchingQuota(quota, request, evaluator);
    if (found === undefined) continue;
    if (typeof found === 'string') return { refusal: found };
    matching.push(found);
  }
  if (matching.length === 0 && limited.length === 0) return { charged: [] };
  const usage = evaluator.usage(object, now);
  const negative = [...usage].filter(([, { unscaled }]) => unscaled < 0n).map(([name]) => name);
  if (negative.length > 0) return { refusal: `quota usage is negative for resource(s): ${namesOf(negative)}` };
  const increase = old ? increaseOf(usage, evaluator.usage(old, now)) : usage;
  const takenOf = ({ scopes }: MatchingQuota<Q>): ResourceList =>
    withoutZeros(old === undefined || !isInScopes(evaluator, old, scopes) ? usage : increase);
  const taken = matching.length === 0 ? [withoutZeros(increase)] : matching.map(takenOf);
  if (limited.length > 0 && taken.some(({ size }) => size > 0)) {
    const consumed = limitedUsage(limited, evaluator, object, usage);
    const uncovered = uncoveredBy(matching, covered, consumed);
    if (uncovered) return uncovered;
  }
  const charged: ChargedQuota<Q>[] = [];
  for (const one of matching) {
    const { quota, hard, used } = one;
    const requested = only(takenOf(one), hard);
    const next = sumOf(used, requested);
    // What a controller reports has already happened.
    const exceeded = subresource === 'status' ? [] : exceeding(only(next, requested), hard);
    if (exceeded.length > 0) return { refusal: exceededMessage(nameOf(quota), exceeded, { requested, used, hard }) };
    if (!equalResources(next, used)) charged.push({ quota, used: next });
  }
  return { charged };
}

/** Returns why a request is refused that consumes limited resources without a quota for them. */
function uncoveredBy(
  matching: readonly MatchingQuota<unknown>[],
  covered: readonly ScopeSelector[],
  { names, scopes }: LimitedUsage,
): ChargeRefusal | undefined {
  const counted = new Set(matching.flatMap((quota) => quota.counted));
  const missing = names.filter((name) => !counted.has(name));
  if (missing.length > 0) return { refusal: `insufficient quota to consume: ${missing.join(',')}` };
  const open = scopes.filter(({ scopeName }) => !covered.some((scope) => scope.scopeName === scopeName));
  if (open.length === 0) return undefined;
  return { refusal: `insufficient quota to match these scopes: ${printScopes(open)}`, isFailure: true };
}

/**
 * Returns a quota as it is counted, undefined if it does not count the object of the request, or why it forbids the
 * request.
 */
function matchingQuota<Q extends { readonly object: FrozenObject }>(
  quota: Q,
  { object }: MeasuredRequest,
  evaluator: QuotaEvaluator,
): MatchingQuota<Q> | string | undefined {
  const { status } = quota.object;
  const hard = readResources(own(status, 'hard'));
  const counted = [...hard.keys()].filter((name) => evaluator.counts(name));
  if (counted.length === 0) return undefined;
  const scopes = scopesOf(quota.object);
  if (!isInScopes(evaluator, object, scopes)) return undefined;
  const missing = evaluator.missing(object, counted);
  if (missing !== undefined) return `failed quota: ${nameOf(quota)}: ${missing}`;
  const used = readResources(own(status, 'used'));
  if (counted.some((name) => !used.has(name)))
    return `status unknown for quota: ${nameOf(quota)}, resources: ${namesOf(counted)}`;
  return { quota, counted, hard, used, scopes };
}

function exceededMessage(
  name: string,
  exceeded: readonly string[],
  { requested, used, hard }: Readonly<Record<'requested' | 'used' | 'hard', ResourceList>>,
): string {
  const [asked, taken, limits] = [requested, used, hard].map((list) => printResources(only(list, new Set(exceeded))));
  return `exceeded quota: ${name}, requested: ${asked ?? ''}, used: ${taken ?? ''}, limited: ${limits ?? ''}`;
}

const nameOf = ({ object }: { readonly object: FrozenObject }): string => object.metadata.name ?? '';
const namesOf = (names: readonly string[]): string => [...names].sort(compareUtf8).join(',');
