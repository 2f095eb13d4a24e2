import {
  type FieldError,
  fieldDuplicate,
  fieldInvalid,
  fieldNotFound,
  fieldNotSupported,
  fieldRequired,
  isDns1123Label,
  isPortNumber,
  type JsonObject,
} from '@kb/apimachinery';
import { objectsIn } from '../resources/api-object.ts';
import { validateVolumeSource } from './volume-source.ts';

/**
 * What is wrong with a pod's spec, as far as the embedded server looks: what makes a pod impossible to run and what users get wrong. The rest of
 * kube-apiserver's checks of pods is not made.
 *
 * @param claims - Names of volumes that the pods get besides: those of a StatefulSet's claims.
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

function validateContainer(
  container: JsonObject,
  path: string,
  names: Set<string>,
  volumes: ReadonlySet<string>,
): FieldError[] {
  const errors: FieldError[] = [];
  const name = textOf(container.name);
  if (name === '') errors.push(fieldRequired(`${path}.name`));
  else errors.push(...isDns1123Label(name).map((problem) => fieldInvalid(`${path}.name`, name, problem)));
  if (name !== '' && names.has(name)) errors.push(fieldDuplicate(`${path}.name`, name));
  names.add(name);
  const image = textOf(container.image);
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
    if (textOf(variable.name) === '') errors.push(fieldRequired(`${path}.env[${index}].name`));
    if (textOf(variable.value) !== '' && variable.valueFrom) {
      errors.push(
        fieldInvalid(`${path}.env[${index}].valueFrom`, '', 'may not be specified when `value` is not empty'),
      );
    }
  });
  objectsIn(container.volumeMounts).forEach((mount, index) => {
    const at = `${path}.volumeMounts[${index}]`;
    const volume = textOf(mount.name);
    if (volume === '') errors.push(fieldRequired(`${at}.name`));
    else if (!volumes.has(volume)) errors.push(fieldNotFound(`${at}.name`, volume));
    if (textOf(mount.mountPath) === '') errors.push(fieldRequired(`${at}.mountPath`));
  });
  errors.push(...oneOf(container.imagePullPolicy, ['Always', 'IfNotPresent', 'Never'], `${path}.imagePullPolicy`));
  return errors;
}

function validateVolumes(volumes: readonly JsonObject[], path: string, errors: FieldError[]): Set<string> {
  const names = new Set<string>();
  volumes.forEach((volume, index) => {
    const name = textOf(volume.name);
    if (name === '') errors.push(fieldRequired(`${path}[${index}].name`));
    else if (names.has(name)) errors.push(fieldDuplicate(`${path}[${index}].name`, name));
    else errors.push(...isDns1123Label(name).map((problem) => fieldInvalid(`${path}[${index}].name`, name, problem)));
    names.add(name);
    errors.push(...validateVolumeSource(volume, `${path}[${index}]`));
  });
  return names;
}

/** A text that must be one of a few; empty is for somebody else to complain about. */
export function oneOf(value: unknown, supported: readonly string[], path: string): FieldError[] {
  const text = textOf(value);
  return text === '' || supported.includes(text) ? [] : [fieldNotSupported(path, text, supported)];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
