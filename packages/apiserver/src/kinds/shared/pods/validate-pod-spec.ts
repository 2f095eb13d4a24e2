import {
  compareQuantities,
  fieldDuplicate,
  type FieldError,
  fieldInvalid,
  fieldNotFound,
  fieldRequired,
  type JsonObject,
  type JsonValue,
} from '@kb/apimachinery';
import { isDns1123Label, isPortNumber } from '@kb/apimachinery/server';
import { isJsonObject } from '@kb/apimachinery/codec';
import { objectsIn, stringOf } from '../../../objects/api-object.ts';
import { oneOf } from '../one-of.ts';
import { validateVolumeSource } from './validate-volume-source.ts';

/**
 * Validates a pod's spec, as far as the embedded server does: for settings with which a pod cannot run, and common
 * mistakes. Other checks of kube-apiserver are missing.
 *
 * @param claims - Names of additional volumes of the pods: those of a StatefulSet's claims.
 */
export function validatePodSpec(spec: JsonObject, path: string, claims: readonly string[] = []): FieldError[] {
  const errors: FieldError[] = [];
  const volumes = validateVolumes(objectsIn(spec.volumes), `${path}.volumes`, errors);
  for (const claim of claims) volumes.add(claim);
  const containers = objectsIn(spec.containers);
  if (containers.length === 0) errors.push(fieldRequired(`${path}.containers`));
  const names = new Set<string>();
  for (const list of ['containers', 'initContainers']) {
    objectsIn(spec[list]).forEach((container, index) => {
      const at = `${path}.${list}[${index}]`;
      errors.push(...validateContainer(container, at, names, volumes));
    });
  }
  errors.push(
    ...oneOf(spec.restartPolicy, ['Always', 'OnFailure', 'Never'], `${path}.restartPolicy`),
    ...oneOf(spec.dnsPolicy, ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'], `${path}.dnsPolicy`),
  );
  return errors;
}

/** Validates a container of any kind. `names`: those of the containers before it; its own is added. */
export function validateContainer(
  container: JsonObject,
  path: string,
  names: Set<string>,
  volumes: ReadonlySet<string>,
): FieldError[] {
  const errors: FieldError[] = [];
  const name = stringOf(container.name);
  if (name === '') errors.push(fieldRequired(`${path}.name`));
  else errors.push(...isDns1123Label(name).map((problem) => fieldInvalid(`${path}.name`, name, problem)));
  if (name !== '' && names.has(name)) errors.push(fieldDuplicate(`${path}.name`, name));
  names.add(name);
  const image = stringOf(container.image);
  if (image === '') errors.push(fieldRequired(`${path}.image`));
  else if (image !== image.trim())
    errors.push(fieldInvalid(`${path}.image`, image, 'must not have leading or trailing whitespace'));
  objectsIn(container.ports).forEach((port, index) => {
    const at = `${path}.ports[${index}]`;
    const number = Number(port.containerPort ?? 0);
    if (number === 0) errors.push(fieldRequired(`${at}.containerPort`));
    else errors.push(...isPortNumber(number).map((problem) => fieldInvalid(`${at}.containerPort`, number, problem)));
    errors.push(...oneOf(port.protocol, ['SCTP', 'TCP', 'UDP'], `${at}.protocol`));
  });
  objectsIn(container.env).forEach((variable, index) => {
    if (stringOf(variable.name) === '') errors.push(fieldRequired(`${path}.env[${index}].name`));
    if (stringOf(variable.value) !== '' && variable.valueFrom) {
      errors.push(
        fieldInvalid(`${path}.env[${index}].valueFrom`, '', 'may not be specified when `value` is not empty'),
      );
    }
  });
  objectsIn(container.volumeMounts).forEach((mount, index) => {
    const at = `${path}.volumeMounts[${index}]`;
    const volume = stringOf(mount.name);
    if (volume === '') errors.push(fieldRequired(`${at}.name`));
    else if (!volumes.has(volume)) errors.push(fieldNotFound(`${at}.name`, volume));
    if (stringOf(mount.mountPath) === '') errors.push(fieldRequired(`${at}.mountPath`));
  });
  errors.push(
    ...oneOf(container.imagePullPolicy, ['Always', 'IfNotPresent', 'Never'], `${path}.imagePullPolicy`),
    ...validateContainerResources(container.resources, `${path}.resources`),
  );
  return errors;
}

function validateVolumes(volumes: readonly JsonObject[], path: string, errors: FieldError[]): Set<string> {
  const names = new Set<string>();
  volumes.forEach((volume, index) => {
    const name = stringOf(volume.name);
    const at = `${path}[${index}].name`;
    const found = validateVolumeSource(volume, `${path}[${index}]`);
    if (name === '') found.push(fieldRequired(at));
    else found.push(...isDns1123Label(name).map((problem) => fieldInvalid(at, name, problem)));
    if (names.has(name)) found.push(fieldDuplicate(at, name));
    // An invalid one cannot be mounted by any container.
    if (found.length === 0) names.add(name);
    errors.push(...found);
  });
  return names;
}

/**
 * Validates the resources of a container: a request must not exceed its limit, and must equal it for resources that
 * cannot be overcommitted.
 */
function validateContainerResources(resources: JsonValue | undefined, path: string): FieldError[] {
  if (!isJsonObject(resources) || !isJsonObject(resources.requests) || !isJsonObject(resources.limits)) return [];
  const errors: FieldError[] = [];
  for (const [name, requested] of Object.entries(resources.requests)) {
    const limit = stringOf(resources.limits[name]);
    const request = stringOf(requested);
    if (limit === '' || request === '') continue;
    const difference = compareQuantities(request, limit);
    const wrong = canOvercommit(name) ? difference > 0 : difference !== 0;
    const relation = canOvercommit(name) ? 'less than or equal' : 'equal';
    if (wrong)
      errors.push(fieldInvalid(`${path}.requests`, request, `must be ${relation} to ${name} limit of ${limit}`));
  }
  return errors;
}

/** True for Kubernetes' own resources except huge pages. */
function canOvercommit(name: string): boolean {
  const isNative = !name.includes('/') || name.includes('kubernetes.io/');
  return isNative && !name.startsWith('hugepages-');
}
