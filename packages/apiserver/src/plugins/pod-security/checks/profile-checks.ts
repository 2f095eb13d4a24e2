import { quoteString } from '@kb/apimachinery/codec';
import { at, stringOf } from '../../../objects/api-object.ts';
import {
  type CheckPod,
  containersOf,
  counted,
  namesOf,
  plural,
  type PodCheck,
  quoted,
  settersOf,
  sorted,
} from './pod-check.ts';

const allowedProfiles: ReadonlySet<unknown> = new Set(['RuntimeDefault', 'Localhost']);

/** Who sets a profile of another type than the allowed ones, and to what. */
function forbiddenProfiles(spec: unknown, field: string): { readonly setters: string; readonly types: string[] } {
  const typeOf = (holder: unknown): unknown => at(holder, 'securityContext', field, 'type');
  const isForbidden = (holder: unknown): boolean =>
    at(holder, 'securityContext', field) !== undefined && !allowedProfiles.has(typeOf(holder));
  const holders = [spec, ...containersOf(spec).map(({ container }) => container)].filter(isForbidden);
  return {
    setters: settersOf(isForbidden(spec), namesOf(spec, isForbidden)),
    types: sorted(holders.map((holder) => stringOf(typeOf(holder)))),
  };
}

const APP_ARMOR_PREFIX = 'container.apparmor.security.beta.kubernetes.io/';

const appArmorProfile: CheckPod = ({ spec, annotations }) => {
  const { setters, types } = forbiddenProfiles(spec, 'appArmorProfile');
  const forbidden = sorted(
    Object.entries(annotations)
      .filter(([key, value]) => key.startsWith(APP_ARMOR_PREFIX) && !isAllowedAppArmor(value))
      .map(([key, value]) => `${key}=${quoteString(value)}`),
  );
  const annotated = forbidden.length > 0 ? [plural('annotation', forbidden.length)] : [];
  const all = [...(setters === '' ? [] : [setters]), ...annotated];
  if (all.length === 0) return undefined;
  const values = [...types, ...forbidden];
  return {
    reason: plural('forbidden AppArmor profile', values.length),
    detail: `${all.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  };
};

function isAllowedAppArmor(profile: string): boolean {
  return profile === '' || profile === 'runtime/default' || profile.startsWith('localhost/');
}

const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_PREFIX = 'container.seccomp.security.alpha.kubernetes.io/';

/** As before the fields: only annotations. */
const seccompAnnotations: CheckPod = ({ spec, annotations }) => {
  const keys = [SECCOMP_POD, ...containersOf(spec).map(({ name }) => `${SECCOMP_PREFIX}${name}`)];
  const forbidden = sorted(
    keys.flatMap((key) => {
      const value = annotations[key];
      return value === undefined || isAllowedSeccomp(value) ? [] : [`${key}=${quoteString(value)}`];
    }),
  );
  if (forbidden.length === 0) return undefined;
  return {
    reason: 'seccompProfile',
    detail: `forbidden ${plural('annotation', forbidden.length)} ${forbidden.join(', ')}`,
  };
};

function isAllowedSeccomp(profile: string): boolean {
  return profile === 'runtime/default' || profile === 'docker/default' || profile.startsWith('localhost/');
}

const seccompFields: CheckPod = ({ spec }) => {
  const { setters, types } = forbiddenProfiles(spec, 'seccompProfile');
  if (setters === '') return undefined;
  return {
    reason: 'seccompProfile',
    detail: `${setters} must not set securityContext.seccompProfile.type to ${quoted(types)}`,
  };
};

const seccompRequired: CheckPod = (pod) => {
  const forbidden = seccompFields(pod);
  if (forbidden) return forbidden;
  const isSet = (holder: unknown): boolean => at(holder, 'securityContext', 'seccompProfile') !== undefined;
  const unset = isSet(pod.spec) ? [] : namesOf(pod.spec, (container) => !isSet(container));
  if (unset.length === 0) return undefined;
  return {
    reason: 'seccompProfile',
    detail: `pod or ${counted('container', unset)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  };
};

/** Leaves out Pods for Windows, which cannot have what a check requires. */
export const exceptWindows =
  (check: CheckPod): CheckPod =>
  (pod) =>
    at(pod.spec, 'os', 'name') === 'windows' ? undefined : check(pod);

/** The checks of AppArmor and seccomp profiles. */
export const profileChecks: readonly PodCheck[] = [
  { id: 'appArmorProfile', level: 'baseline', versions: [{ from: 0, check: appArmorProfile }] },
  {
    id: 'seccompProfile_baseline',
    level: 'baseline',
    versions: [
      { from: 0, check: seccompAnnotations },
      { from: 19, check: seccompFields },
    ],
  },
  {
    id: 'seccompProfile_restricted',
    level: 'restricted',
    replaces: 'seccompProfile_baseline',
    versions: [
      { from: 19, check: seccompRequired },
      { from: 25, check: exceptWindows(seccompRequired) },
    ],
  },
];
