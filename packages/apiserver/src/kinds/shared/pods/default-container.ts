import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { objectsIn, own } from '../../../objects/api-object.ts';
import { roundResources } from '../amounts/round-resources.ts';
import { isBlank, isUnset, setDefaults, setTextDefaults } from '../set-default.ts';
import { scalarText } from '../../../objects/scalar-text.ts';

/** The defaults of a container of any kind. */
export function defaultContainer(container: JsonObject): void {
  if (isBlank(container.imagePullPolicy)) container.imagePullPolicy = pullPolicyOf(scalarText(container.image ?? ''));
  setTextDefaults(container, { terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File' });
  setDefaults(container, { resources: {} });
  roundResources(container.resources, 'limits', 'requests');
  for (const port of objectsIn(container.ports)) setTextDefaults(port, { protocol: 'TCP' });
  for (const variable of objectsIn(container.env)) {
    const fieldRef = own(variable.valueFrom, 'fieldRef');
    if (isJsonObject(fieldRef)) setTextDefaults(fieldRef, { apiVersion: 'v1' });
    const fileKeyRef = own(variable.valueFrom, 'fileKeyRef');
    if (isJsonObject(fileKeyRef)) setDefaults(fileKeyRef, { optional: false });
  }
  for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe']) defaultProbe(container[probe]);
  for (const hook of ['postStart', 'preStop']) defaultHttpGet(own(own(container.lifecycle, hook), 'httpGet'));
}

/** The parts of an image name: registry, path, tag, digest. */
const IMAGE =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d+)?\/)?[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*(?::(\w[\w.-]{0,127}))?(@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9A-Fa-f]{32,})?$/;

/** The default pull policy of an image: always if its tag is `latest`, or if it has neither a tag nor a digest. */
export function pullPolicyOf(image: string): 'Always' | 'IfNotPresent' {
  const parts = IMAGE.exec(image);
  if (!parts) return 'IfNotPresent';
  const [, tag, digest] = parts;
  return tag === 'latest' || (tag === undefined && digest === undefined) ? 'Always' : 'IfNotPresent';
}

function defaultProbe(probe: JsonValue | undefined): void {
  if (!isJsonObject(probe)) return;
  for (const [key, value] of Object.entries({
    timeoutSeconds: 1,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
  })) {
    if (isUnset(probe[key]) || probe[key] === 0) probe[key] = value;
  }
  defaultHttpGet(probe.httpGet);
  if (isJsonObject(probe.grpc)) setDefaults(probe.grpc, { service: '' });
}

function defaultHttpGet(httpGet: JsonValue | undefined): void {
  if (isJsonObject(httpGet)) setTextDefaults(httpGet, { path: '/', scheme: 'HTTP' });
}
