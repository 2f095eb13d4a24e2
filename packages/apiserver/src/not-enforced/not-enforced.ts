import type { FrozenObject } from '../objects/api-object.ts';
import type { Store } from '../storage/store.ts';
import { type NotEnforcedReason, type NotEnforcedRule, notEnforcedRules } from './not-enforced-rules.ts';

/** Tells that an object was accepted of which the server does not enforce something. */
export interface NotEnforced {
  readonly reason: NotEnforcedReason;
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  /** The first such object: `NAMESPACE/NAME`, or the name alone. */
  readonly object: string;
  /** The whole line: the kind, the object, and what the server does instead. */
  readonly message: string;
}

/** Tells of accepted objects what is not enforced. */
export interface NotEnforcedCheck {
  /** Tells the listener of each kind and reason once. `object`: as it is stored; `old`: before an update. */
  readonly check: (
    kind: { readonly group: string; readonly kind: string },
    object: FrozenObject,
    old: FrozenObject | undefined,
    store: Store,
  ) => void;
}

/** Creates the check of one server. `enforced`: what this server does enforce. */
export function createNotEnforcedCheck(
  listener: (notEnforced: NotEnforced) => void,
  enforced: readonly NotEnforcedReason[] = [],
): NotEnforcedCheck {
  const told = new Set<string>();
  return {
    check: ({ group, kind }, object, old, store) => {
      for (const rule of rulesByKind.get(`${group}/${kind}`) ?? []) {
        if (enforced.includes(rule.reason)) continue;
        const key = `${group}/${kind} ${rule.reason}`;
        if (told.has(key) || !rule.isUsed(object, old, store)) continue;
        told.add(key);
        listener(describe(rule, { group, kind }, object));
      }
    },
  };
}

function describe(
  { reason, sentence }: NotEnforcedRule,
  { group, kind }: { readonly group: string; readonly kind: string },
  { metadata: { namespace, name = '' } }: FrozenObject,
): NotEnforced {
  const object = namespace ? `${namespace}/${name}` : name;
  return { reason, group, kind, object, message: `${object === '' ? kind : `${kind} ${object}`}: ${sentence}` };
}

const rulesByKind = groupByKind(notEnforcedRules);

function groupByKind(rules: readonly NotEnforcedRule[]): ReadonlyMap<string, readonly NotEnforcedRule[]> {
  const byKind = new Map<string, NotEnforcedRule[]>();
  for (const rule of rules) {
    for (const kind of rule.kinds) {
      const key = `${rule.group}/${kind}`;
      byKind.set(key, [...(byKind.get(key) ?? []), rule]);
    }
  }
  return byKind;
}
