import { equalJson, type JsonObject, type JsonValue } from '@kb/apimachinery';
import { isDns1123Label } from '@kb/apimachinery/server';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, at, objectsIn, own } from '../../../objects/api-object.ts';
import { scalarText } from '../../../objects/scalar-text.ts';
import { appArmorProfileOf } from './app-armor.ts';

/**
 * Warnings about a pod, or a template of pods, that is accepted: settings without effect, or with an unexpected one.
 * `path`: of the template, such as `spec.template`; empty for a pod.
 */
export function podWarnings(podOrTemplate: unknown, path: string): string[] {
  const spec = own(podOrTemplate, 'spec');
  if (!isJsonObject(spec)) return [];
  const root = path === '' ? 'spec' : `${path}.spec`;
  const containers = containersOf(spec, root);
  return [
    ...spreadWarnings(spec, root),
    ...volumeWarnings(spec, root),
    ...repeatedWarnings(spec, root),
    ...profileWarnings(podOrTemplate, path, containers),
    ...containers.flatMap(([container, at]) => repeatedVariables(container, at)),
    ...portWarnings(containers),
    ...portNameWarnings(containers),
    ...graceWarnings(spec, root),
    ...affinityWarnings(spec, root),
  ];
}

/** Warnings about a name that is allowed but problematic, because host names are built from it. `use` says where. */
export function nameWarnings({ metadata }: ApiObject, use: string): string[] {
  const problems = isDns1123Label(metadata.name ?? '');
  if (problems.length === 0) return [];
  return [
    `metadata.name: ${use}, which can result in surprising behavior; a DNS label is recommended: [${problems.join(' ')}]`,
  ];
}

type Container = readonly [container: JsonObject, path: string];

function containersOf(spec: JsonObject, root: string): Container[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) =>
    objectsIn(spec[list]).map((container, index) => [container, `${root}.${list}[${index}]`] as const),
  );
}

const NO_SELECTOR = 'a null labelSelector results in matching no pod';

function spreadWarnings(spec: JsonObject, root: string): string[] {
  return objectsIn(spec.topologySpreadConstraints).flatMap(({ labelSelector }, index) =>
    labelSelector === undefined ? [`${root}.topologySpreadConstraints[${index}].labelSelector: ${NO_SELECTOR}`] : [],
  );
}

/** Kinds of volumes that are deprecated or removed. */
const oldVolumes: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};

function volumeWarnings(spec: JsonObject, root: string): string[] {
  return objectsIn(spec.volumes).flatMap((volume, index) =>
    Object.entries(oldVolumes).flatMap(([kind, why]) => {
      const shown = kind === 'storageos' ? 'storageOS' : kind;
      return volume[kind] === undefined ? [] : [`${root}.volumes[${index}].${shown}: ${why}`];
    }),
  );
}

function repeatedWarnings(spec: JsonObject, root: string): string[] {
  const secrets = objectsIn(spec.imagePullSecrets);
  const nameless = secrets.flatMap(({ name = '' }, index) =>
    name === '' ? [`${root}.imagePullSecrets[${index}].name: invalid empty name ""`] : [],
  );
  return [
    ...repeatedValues(objectsIn(spec.hostAliases), 'ip', `${root}.hostAliases`),
    ...repeatedValues(secrets, 'name', `${root}.imagePullSecrets`),
    ...nameless,
  ];
}

/** Annotations that the fields of security contexts have replaced. */
function profileWarnings(podOrTemplate: unknown, path: string, containers: readonly Container[]): string[] {
  const annotations = at(podOrTemplate, 'metadata', 'annotations');
  if (!isJsonObject(annotations)) return [];
  const root = `${path === '' ? '' : `${path}.`}metadata.annotations`;
  const warningsOf = (holder: unknown, field: string, annotation: string, what: string): string[] =>
    annotations[annotation] === undefined || at(holder, 'securityContext', field) !== undefined
      ? []
      : [`${root}[${annotation}]: ${what}; use the "${field}" field instead`];
  const seccompOf = (holder: unknown, annotation: string): string[] =>
    warningsOf(holder, 'seccompProfile', annotation, 'non-functional in v1.27+');
  return [
    ...seccompOf(own(podOrTemplate, 'spec'), 'seccomp.security.alpha.kubernetes.io/pod'),
    ...containers.flatMap(([container]) => {
      const name = scalarText(container.name);
      const appArmor = `container.apparmor.security.beta.kubernetes.io/${name}`;
      // Of Pods, the server converts it to the field.
      const isCopied = path === '' || isSameAppArmor(own(podOrTemplate, 'spec'), scalarText(annotations[appArmor]));
      return [
        ...seccompOf(container, `container.seccomp.security.alpha.kubernetes.io/${name}`),
        ...(isCopied ? [] : warningsOf(container, 'appArmorProfile', appArmor, 'deprecated since v1.30')),
      ];
    }),
  ];
}

/** Whether an annotation says the same as the profile of the whole Pod. */
function isSameAppArmor(spec: unknown, annotation: string): boolean {
  const profile = at(spec, 'securityContext', 'appArmorProfile');
  return profile !== undefined && equalJson(profile, appArmorProfileOf(annotation) ?? null);
}

function repeatedValues(items: readonly JsonObject[], field: string, path: string): string[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const value = scalarText(item[field]);
    if (seen.has(value)) return [`${path}[${index}].${field}: duplicate ${field} ${JSON.stringify(value)}`];
    seen.add(value);
    return [];
  });
}

/** A repeated variable is fine if the second value refers to the first. */
function repeatedVariables(container: JsonObject, path: string): string[] {
  const seen = new Set<string>();
  return objectsIn(container.env).flatMap(({ name, value, valueFrom }, index) => {
    const variable = scalarText(name);
    if (!seen.has(variable)) {
      seen.add(variable);
      return [];
    }
    const reference = `$(${variable})`;
    const text = scalarText(value);
    if (valueFrom === undefined && text !== reference && text.includes(reference)) return [];
    return [
      `${path}.env[${index}]: hides previous definition of ${JSON.stringify(variable)}, which may be dropped when using apply`,
    ];
  });
}

interface Port {
  readonly path: string;
  readonly hostIP: string;
  readonly hostPort: number;
}

function portWarnings(containers: readonly Container[]): string[] {
  const warnings: string[] = [];
  const known = new Map<string, Port[]>();
  for (const [container, containerPath] of containers) {
    objectsIn(container.ports).forEach((given, index) => {
      const port: Port = {
        path: `${containerPath}.ports[${index}]`,
        hostIP: scalarText(given.hostIP),
        hostPort: Number(given.hostPort ?? 0),
      };
      const { path, hostIP, hostPort } = port;
      if (hostIP !== '' && hostPort === 0) warnings.push(`${path}: hostIP set without hostPort: ${goPort(given)}`);
      const key = `${scalarText(given.containerPort)}/${scalarText(given.protocol)}`;
      const others = known.get(key) ?? [];
      for (const other of others) {
        if (hostIP === other.hostIP && hostPort === other.hostPort)
          warnings.push(`${path}: duplicate port definition with ${other.path}`);
        else if (hostPort === 0 || other.hostPort === 0)
          warnings.push(`${path}: overlapping port definition with ${other.path}`);
        else if (hostPort === other.hostPort && (hostIP === '') !== (other.hostIP === ''))
          warnings.push(`${path}: dangerously ambiguous port definition with ${other.path}`);
      }
      known.set(key, [...others, port]);
    });
  }
  return warnings;
}

/** A port as Go prints the struct. */
function goPort({ name, hostPort = 0, containerPort, protocol, hostIP }: JsonObject): string {
  const fields = { Name: name, HostPort: hostPort, ContainerPort: containerPort, Protocol: protocol, HostIP: hostIP };
  return `{${Object.entries(fields)
    .map(([field, value]) => `${field}:${scalarText(value)}`)
    .join(' ')}}`;
}

function portNameWarnings(containers: readonly Container[]): string[] {
  const known = new Map<string, string>();
  return containers.flatMap(([container, containerPath]) =>
    objectsIn(container.ports).flatMap(({ name }, index) => {
      const text = scalarText(name);
      if (text === '') return [];
      const path = `${containerPath}.ports[${index}]`;
      const other = known.get(text);
      if (other === undefined) {
        known.set(text, path);
        return [];
      }
      return [
        `${path}: duplicate port name ${JSON.stringify(text)} with ${other}, services and probes that select ports by name will use ${other}`,
      ];
    }),
  );
}

function graceWarnings({ terminationGracePeriodSeconds: seconds }: JsonObject, root: string): string[] {
  return typeof seconds === 'number' && seconds < 0
    ? [`${root}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`]
    : [];
}

function affinityWarnings(spec: JsonObject, root: string): string[] {
  const warnings: string[] = [];
  const check = (term: JsonValue | undefined, path: string): void => {
    if (own(term, 'labelSelector') === undefined) warnings.push(`${path}.labelSelector: ${NO_SELECTOR}`);
  };
  for (const kind of ['podAffinity', 'podAntiAffinity']) {
    const path = `${root}.affinity.${kind}`;
    const [required, preferred] = [
      'requiredDuringSchedulingIgnoredDuringExecution',
      'preferredDuringSchedulingIgnoredDuringExecution',
    ];
    objectsIn(at(spec, 'affinity', kind, required)).forEach((term, index) => {
      check(term, `${path}.${required}[${index}]`);
    });
    objectsIn(at(spec, 'affinity', kind, preferred)).forEach((weighted, index) => {
      check(weighted.podAffinityTerm, `${path}.${preferred}[${index}].podAffinityTerm`);
    });
  }
  return warnings;
}
