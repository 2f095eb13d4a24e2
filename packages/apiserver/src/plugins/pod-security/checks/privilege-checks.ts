import { at, stringOf } from '../../../objects/api-object.ts';
import {
  type CheckPod,
  containersOf,
  counted,
  namesOf,
  type PodCheck,
  quoted,
  settersOf,
  sorted,
} from './pod-check.ts';
import { exceptWindows } from './profile-checks.ts';

const privileged: CheckPod = ({ spec }) => {
  const names = namesOf(spec, (container) => at(container, 'securityContext', 'privileged') === true);
  if (names.length === 0) return undefined;
  return {
    reason: 'privileged',
    detail: `${counted('container', names)} must not set securityContext.privileged=true`,
  };
};

const procMount: CheckPod = ({ spec }) => {
  const typeOf = (container: unknown): string => stringOf(at(container, 'securityContext', 'procMount')) || 'Default';
  const names = namesOf(spec, (container) => typeOf(container) !== 'Default');
  if (names.length === 0) return undefined;
  const types = sorted(containersOf(spec).map(({ container }) => typeOf(container))).filter(
    (type) => type !== 'Default',
  );
  return {
    reason: 'procMount',
    detail: `${counted('container', names)} must not set securityContext.procMount to ${quoted(types)}`,
  };
};

/** Leaves out Pods in a user namespace of their own, whose root is none on the host. */
const exceptUserNamespaces =
  (check: CheckPod): CheckPod =>
  (pod) =>
    at(pod.spec, 'hostUsers') === false ? undefined : check(pod);

const escalation: CheckPod = ({ spec }) => {
  const names = namesOf(spec, (container) => at(container, 'securityContext', 'allowPrivilegeEscalation') !== false);
  if (names.length === 0) return undefined;
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${counted('container', names)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

const runAsNonRoot: CheckPod = ({ spec }) => {
  const settingOf = (holder: unknown): unknown => at(holder, 'securityContext', 'runAsNonRoot');
  const mayBeRoot = (holder: unknown): boolean => settingOf(holder) === false;
  const reason = 'runAsNonRoot != true';
  const setters = settersOf(mayBeRoot(spec), namesOf(spec, mayBeRoot));
  if (setters !== '') return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` };
  const unset = settingOf(spec) === true ? [] : namesOf(spec, (container) => settingOf(container) === undefined);
  if (unset.length === 0) return undefined;
  return { reason, detail: `pod or ${counted('container', unset)} must set securityContext.runAsNonRoot=true` };
};

const runAsUser: CheckPod = ({ spec }) => {
  const isRoot = (holder: unknown): boolean => at(holder, 'securityContext', 'runAsUser') === 0;
  const setters = settersOf(isRoot(spec), namesOf(spec, isRoot));
  return setters === '' ? undefined : { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` };
};

/** The checks of what the processes of a Pod may do. */
export const privilegeChecks: readonly PodCheck[] = [
  { id: 'privileged', level: 'baseline', versions: [{ from: 0, check: privileged }] },
  {
    id: 'procMount',
    level: 'baseline',
    versions: [
      { from: 0, check: procMount },
      { from: 35, check: exceptUserNamespaces(procMount) },
    ],
  },
  {
    id: 'procMount_restricted',
    level: 'restricted',
    replaces: 'procMount',
    versions: [{ from: 35, check: procMount }],
  },
  {
    id: 'allowPrivilegeEscalation',
    level: 'restricted',
    versions: [
      { from: 8, check: escalation },
      { from: 25, check: exceptWindows(escalation) },
    ],
  },
  {
    id: 'runAsNonRoot',
    level: 'restricted',
    versions: [
      { from: 0, check: runAsNonRoot },
      { from: 35, check: exceptUserNamespaces(runAsNonRoot) },
    ],
  },
  {
    id: 'runAsUser',
    level: 'restricted',
    versions: [
      { from: 23, check: runAsUser },
      { from: 35, check: exceptUserNamespaces(runAsUser) },
    ],
  },
];
