import { forbidden, formatFieldError, invalid, type JsonObject } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import type { AdmissionPlugin, WriteAttributes } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { inTurns } from '../../loop-turns.ts';
import { type FrozenObject, own } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { groupResource } from '../../resources/served-resource.ts';
import type { CheckedPod } from './checks/pod-check.ts';
import { type PodSecurityConfiguration, readPodSecurityConfiguration } from './configuration.ts';
import { detailsOf, evaluatePod } from './evaluate-pod.ts';
import { isSignificantUpdate, podTemplateOf, templateResources } from './pod-templates.ts';
import { warnAboutPods } from './pods-in-namespace.ts';
import {
  compareLevels,
  type LevelVersion,
  levelText,
  type NamespacePolicy,
  type Policy,
  PREFIX,
  readPolicy,
} from './policy.ts';

/**
 * How long the Pods of a namespace are looked at, in milliseconds: at most, and never for more than half of the rest.
 */
const MOST_TIME = 1000;

/**
 * PodSecurity: applies the Pod security standards that the labels of a namespace name to its Pods: refuses those that
 * violate what is enforced, warns of others and of workloads that would make such Pods, and annotates audit events. The
 * labels are validated, and a stricter level is compared with the Pods that there are.
 */
export function podSecurity(
  server: Pick<ServerContext, 'store' | 'clock' | 'turns'>,
  document?: JsonObject,
): AdmissionPlugin {
  const configuration = readPodSecurityConfiguration(document);
  const { defaults, exemptions } = configuration;
  const namespaces = server.store.collection('namespaces');
  /** Read once for each version of a namespace. */
  const policies = new WeakMap<FrozenObject, NamespacePolicy>();
  const policyOf = (namespace: string): NamespacePolicy => {
    const found = namespaces.get('', namespace)?.object;
    if (!found) return readPolicy(undefined, defaults);
    let policy = policies.get(found);
    if (!policy) policies.set(found, (policy = readPolicy(found.metadata.labels, defaults)));
    return policy;
  };
  return {
    name: 'PodSecurity',
    resources: ['namespaces', 'pods', 'pods/ephemeralcontainers', 'pods/resize', ...templateResources],
    validate: (write) => {
      const { resource, namespace, caller } = write;
      if (resource.group === '' && resource.plural === 'namespaces')
        return validateNamespace(write, server, configuration);
      const exempt = exemptions.namespaces.has(namespace)
        ? 'namespace'
        : exemptions.usernames.has(caller.user.name)
          ? 'user'
          : undefined;
      if (exempt !== undefined) {
        caller.annotate(`${PREFIX}exempt`, exempt);
        return undefined;
      }
      if (resource.group === '' && resource.plural === 'pods') validatePod(write, policyOf(namespace), exemptions);
      else validateWorkload(write, policyOf(namespace), exemptions);
      return undefined;
    },
  };
}

function validateNamespace(
  { operation, object, old, name, kind, caller }: WriteAttributes,
  { store, clock, turns }: Pick<ServerContext, 'store' | 'clock' | 'turns'>,
  { defaults, exemptions }: PodSecurityConfiguration,
): Promise<void> | undefined {
  const { policy, errors } = readPolicy(object.metadata.labels, defaults);
  const before = operation === 'UPDATE' ? readPolicy(old?.metadata.labels, defaults) : undefined;
  const textsOf = (list: NamespacePolicy['errors']): string => list.map(formatFieldError).join('\n');
  if (errors.length > 0 && textsOf(errors) !== textsOf(before?.errors ?? [])) refuse(invalid(kind, name, [...errors]));
  if (before && !isStricter(policy.enforce, before.policy.enforce)) return undefined;
  if (exemptions.namespaces.has(name)) {
    const ignored = ignoredPolicy(policy, defaults, object.metadata.labels ?? {});
    const why = `namespace ${quoteString(name)} is exempt from Pod Security, and the policy (${ignored}) will be ignored`;
    if (ignored !== undefined) caller.warn(why);
    return undefined;
  }
  if (!before) return undefined;
  const pods = [...store.collection('pods').walk({ namespace: name })]
    .map((stored) => stored.object)
    .filter(({ spec }) => !isExemptClass(spec, exemptions));
  const now = clock.now();
  const end = now + Math.min(MOST_TIME, (caller.deadline - now) / 2);
  return inTurns(
    warnAboutPods(name, pods, policy.enforce, () => clock.now() > end),
    turns,
  ).then((warnings) => {
    for (const warning of warnings) caller.warn(warning);
  });
}

/** What the labels of an exempt namespace say, in the words of a warning; undefined if it is nothing to warn of. */
function ignoredPolicy(policy: Policy, defaults: Policy, labels: Readonly<Record<string, string>>): string | undefined {
  const modes = ['enforce', 'audit', 'warn'] as const;
  const isPrivileged = modes.every((mode) => policy[mode].level === 'privileged');
  if (isPrivileged || modes.every((mode) => levelText(policy[mode]) === levelText(defaults[mode]))) return undefined;
  return modes
    .filter((mode) => policy[mode].level !== 'privileged')
    .filter((mode) => `${PREFIX}${mode}` in labels || `${PREFIX}${mode}-version` in labels)
    .map((mode) => `${mode}=${levelText(policy[mode])}`)
    .join(', ');
}

function isExemptClass(spec: unknown, { runtimeClasses }: PodSecurityConfiguration['exemptions']): boolean {
  const name = own(spec, 'runtimeClassName');
  return typeof name === 'string' && name !== '' && runtimeClasses.has(name);
}

/** Whether a new level may forbid what the old one did not. */
function isStricter(next: LevelVersion, before: LevelVersion): boolean {
  if (next.level === 'privileged') return false;
  return next.version !== before.version || compareLevels(next.level, before.level) > 0;
}

function validatePod(
  write: WriteAttributes,
  found: NamespacePolicy,
  exemptions: PodSecurityConfiguration['exemptions'],
): void {
  const { caller, object, old, operation } = write;
  const { policy, errors } = found;
  const isFree = Object.values(policy).every(({ level }: LevelVersion) => level === 'privileged');
  if (isFree && errors.length === 0) {
    caller.annotate(`${PREFIX}enforce-policy`, 'privileged:latest');
    return;
  }
  if (operation === 'UPDATE' && old && !isSignificantUpdate(object, old)) return;
  evaluate(write, found, { annotations: object.metadata.annotations ?? {}, spec: object.spec }, exemptions, true);
}

function validateWorkload(
  write: WriteAttributes,
  found: NamespacePolicy,
  exemptions: PodSecurityConfiguration['exemptions'],
): void {
  const { policy, errors } = found;
  if (errors.length === 0 && policy.warn.level === 'privileged' && policy.audit.level === 'privileged') return;
  const { group, plural } = write.resource;
  const template = podTemplateOf(group === '' ? plural : `${plural}.${group}`, write.object);
  if (template) evaluate(write, found, template, exemptions, false);
}

/** Applies a policy to a Pod. What is enforced applies only to Pods themselves, not to templates. */
function evaluate(
  { caller, resource, name }: WriteAttributes,
  { policy, errors }: NamespacePolicy,
  pod: CheckedPod,
  exemptions: PodSecurityConfiguration['exemptions'],
  enforces: boolean,
): void {
  if (isExemptClass(pod.spec, exemptions)) {
    caller.annotate(`${PREFIX}exempt`, 'runtimeClass');
    return;
  }
  const texts = errors.map(formatFieldError);
  if (texts.length > 0)
    caller.annotate(
      `${PREFIX}error`,
      `Failed to parse policy: ${texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`}`,
    );
  const judged = new Map<string, string>();
  /** What a Pod violates of a level, in words; empty if nothing. */
  const detailsFor = (level: LevelVersion): string => {
    const key = levelText(level);
    const details = judged.get(key) ?? detailsOf(evaluatePod(level, pod));
    judged.set(key, details);
    return details && `violate PodSecurity "${key}": ${details}`;
  };
  const refused = enforces && detailsFor(policy.enforce).replace('violate', 'violates');
  if (enforces) caller.annotate(`${PREFIX}enforce-policy`, levelText(policy.enforce));
  const audited = detailsFor(policy.audit);
  if (audited) caller.annotate(`${PREFIX}audit-violations`, `would ${audited}`);
  if (refused) refuse(forbidden(groupResource(resource), name, refused));
  const warned = detailsFor(policy.warn);
  if (warned) caller.warn(`would ${warned}`);
}
