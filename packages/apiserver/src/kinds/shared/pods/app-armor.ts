import { equalJson, type FieldError, fieldForbidden, fieldInvalid, type JsonObject } from '@kb/apimachinery';
import { isJsonObject, quoteString } from '@kb/apimachinery/codec';
import {
  type ApiObject,
  at,
  ensureObject,
  type FrozenObject,
  objectsIn,
  own,
  stringOf,
  stringsOf,
} from '../../../objects/api-object.ts';

const PREFIX = 'container.apparmor.security.beta.kubernetes.io/';
const LOCALHOST = 'localhost/';
const MIRROR = 'kubernetes.io/config.mirror';
/** The longest path of a profile. */
const LONGEST = 4095;

type Container = readonly [container: JsonObject, path: string];

function containersOf(podOrTemplate: unknown): Container[] {
  const spec = own(podOrTemplate, 'spec');
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) =>
    objectsIn(own(spec, list)).map((container, index) => [container, `spec.${list}[${index}]`] as const),
  );
}

function annotationsOf(podOrTemplate: unknown): Record<string, string> {
  const annotations = at(podOrTemplate, 'metadata', 'annotations');
  return isJsonObject(annotations) ? stringsOf(annotations) : {};
}

/** Returns the AppArmor profile that an annotation stands for; undefined for a text that stands for none. */
export function appArmorProfileOf(annotation: string): JsonObject | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' };
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' };
  if (!annotation.startsWith(LOCALHOST)) return undefined;
  const localhostProfile = annotation.slice(LOCALHOST.length);
  if (localhostProfile === '' || localhostProfile.trim() !== localhostProfile) return undefined;
  return new TextEncoder().encode(localhostProfile).length > LONGEST
    ? undefined
    : { type: 'Localhost', localhostProfile };
}

const isWindows = (podOrTemplate: unknown): boolean => at(podOrTemplate, 'spec', 'os', 'name') === 'windows';
const ownProfile = (holder: unknown): JsonObject | undefined => {
  const profile = at(holder, 'securityContext', 'appArmorProfile');
  return isJsonObject(profile) ? profile : undefined;
};

/** Copies the AppArmor profiles in the annotations of a new Pod to the fields that have replaced them. */
export function copyAppArmorProfiles(pod: ApiObject, warn: (text: string) => void): void {
  const { annotations = {} } = pod.metadata;
  if (isWindows(pod)) return;
  const podProfile = ownProfile(pod.spec);
  for (const [container] of containersOf(pod)) {
    const key = `${PREFIX}${stringOf(container.name)}`;
    const annotation = annotations[key];
    if (annotation === undefined || ownProfile(container)) continue;
    const profile = appArmorProfileOf(annotation);
    if (profile && podProfile && equalJson(profile, podProfile)) continue;
    if (profile) ensureObject(container, 'securityContext').appArmorProfile = profile;
    warn(`metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`);
  }
}

/** Returns what is wrong with the AppArmor profiles in the annotations of a Pod or a template; `path`: of these. */
export function validateAppArmorAnnotations(podOrTemplate: unknown, path: string): FieldError[] {
  const names = new Set(containersOf(podOrTemplate).map(([{ name }]) => name));
  return Object.entries(annotationsOf(podOrTemplate)).flatMap(([key, profile]) => {
    if (!key.startsWith(PREFIX)) return [];
    const name = key.slice(PREFIX.length);
    return [
      ...(names.has(name) ? [] : [fieldInvalid(`${path}[${key}]`, name, 'container not found')]),
      ...(isKnown(profile)
        ? []
        : [fieldInvalid(`${path}[${key}]`, profile, `invalid AppArmor profile name: ${quoteString(profile)}`)]),
    ];
  });
}

const isKnown = (profile: string): boolean =>
  profile === '' || profile === 'runtime/default' || profile === 'unconfined' || profile.startsWith(LOCALHOST);

/** Returns where the annotations of a new Pod, or of a template, contradict its fields; `prefix`: of their paths. */
export function validateAppArmorMatch(podOrTemplate: unknown, prefix = ''): FieldError[] {
  if (isWindows(podOrTemplate)) return [];
  const annotations = annotationsOf(podOrTemplate);
  const podProfile = ownProfile(own(podOrTemplate, 'spec'));
  return containersOf(podOrTemplate).flatMap(([container, path]) => {
    const profile = ownProfile(container) ?? podProfile;
    const annotation = annotations[`${PREFIX}${stringOf(container.name)}`];
    if (!profile || annotation === undefined) return [];
    const field = `${prefix}${path}.securityContext.appArmorProfile`;
    const expected = annotationOf(profile);
    if (expected === undefined || annotation === expected) return [];
    return profile.type === 'Localhost' && annotation.startsWith(LOCALHOST)
      ? [fieldForbidden(`${field}.localhostProfile`, 'apparmor profile in annotation and field must match')]
      : [fieldForbidden(`${field}.type`, 'apparmor type in annotation and field must match')];
  });
}

/** Returns which annotations of a Pod may not change as an update changes them. */
export function validateFixedAnnotations(pod: ApiObject, old: FrozenObject): FieldError[] {
  const [annotations, before] = [annotationsOf(pod), annotationsOf(old)];
  const errorsOf = (key: string, verb: string): FieldError[] => {
    const what = key.startsWith(PREFIX) ? 'AppArmor annotations' : key === MIRROR ? 'mirror pod annotation' : undefined;
    return what === undefined ? [] : [fieldForbidden(`metadata.annotations[${key}]`, `may not ${verb} ${what}`)];
  };
  return [
    ...Object.keys(before).flatMap((key) =>
      annotations[key] === before[key] ? [] : errorsOf(key, 'remove or update'),
    ),
    ...Object.keys(annotations).flatMap((key) => (before[key] === undefined ? errorsOf(key, 'add') : [])),
  ];
}

function annotationOf({ type, localhostProfile }: JsonObject): string | undefined {
  if (type === 'Unconfined') return 'unconfined';
  if (type === 'RuntimeDefault') return 'runtime/default';
  return type === 'Localhost' ? `${LOCALHOST}${stringOf(localhostProfile)}` : undefined;
}
