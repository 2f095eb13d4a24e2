import type { JsonObject } from '@kb/apimachinery';
import { type ApiObject, ensureObject, isJsonObject, objectsIn, own } from '../objects/api-object.ts';
import { defaultContainer, pullPolicyOf } from './container.ts';
import { defaultOldVolume } from './old-volumes.ts';
import { isBlank, isUnset, setDefaults, setTextDefaults } from './set-default.ts';
import { scalarText } from '../objects/scalar-text.ts';

/** The defaults of a pod's spec that pods and templates share. */
function defaultPodSpec(spec: JsonObject): void {
  setTextDefaults(spec, { dnsPolicy: 'ClusterFirst', restartPolicy: 'Always', schedulerName: 'default-scheduler' });
  setDefaults(spec, { securityContext: {}, terminationGracePeriodSeconds: 30 });
  // Two names of the same field: the old one is written along with the new one.
  if (isBlank(spec.serviceAccountName)) spec.serviceAccountName = spec.serviceAccount ?? '';
  spec.serviceAccount = spec.serviceAccountName ?? '';
  for (const list of ['initContainers', 'containers', 'ephemeralContainers'])
    objectsIn(spec[list]).forEach(defaultContainer);
  objectsIn(spec.volumes).forEach(defaultVolume);
}

/** The defaults of a template. */
export function defaultPodTemplate(template: unknown): void {
  const spec = own(template, 'spec');
  if (isJsonObject(spec)) defaultPodSpec(spec);
}

/** The defaults of a pod. */
export function defaultPod(pod: ApiObject): void {
  const spec = ensureObject(pod, 'spec');
  defaultPodSpec(spec);
  defaultPodOnly(spec);
  // Two forms of the same: the single address is the first of all.
  const status = ensureObject(pod, 'status');
  if (typeof status.podIP === 'string' && status.podIP !== '') {
    if (objectsIn(status.podIPs)[0]?.ip !== status.podIP) status.podIPs = [{ ip: status.podIP }];
  } else {
    const first = objectsIn(status.podIPs)[0]?.ip;
    if (typeof first === 'string') status.podIP = first;
  }
}

/** What only pods get, never templates. */
function defaultPodOnly(spec: JsonObject): void {
  setDefaults(spec, { enableServiceLinks: true });
  for (const list of ['initContainers', 'containers']) {
    for (const container of objectsIn(spec[list])) {
      requestWhatIsLimited(container);
      if (spec.hostNetwork === true) {
        for (const port of objectsIn(container.ports))
          if (!port.hostPort && port.containerPort) port.hostPort = port.containerPort;
      }
    }
  }
}

function requestWhatIsLimited(container: JsonObject): void {
  const resources = container.resources;
  if (!isJsonObject(resources) || !isJsonObject(resources.limits)) return;
  resources.requests = { ...resources.limits, ...(isJsonObject(resources.requests) ? resources.requests : {}) };
}

function defaultVolume(volume: JsonObject): void {
  const sources = Object.keys(volume).filter((key) => key !== 'name' && !isUnset(volume[key]));
  if (sources.length === 0) volume.emptyDir = {};
  for (const source of ['secret', 'configMap', 'downwardAPI', 'projected']) {
    const value = volume[source];
    if (isJsonObject(value)) setDefaults(value, { defaultMode: 420 });
  }
  if (isJsonObject(volume.hostPath)) setDefaults(volume.hostPath, { type: '' });
  if (isJsonObject(volume.image))
    setTextDefaults(volume.image, { pullPolicy: pullPolicyOf(scalarText(volume.image.reference)) });
  defaultOldVolume(volume);
  defaultDownwardItems(own(volume.downwardAPI, 'items'));
  for (const source of objectsIn(own(volume.projected, 'sources'))) {
    if (isJsonObject(source.serviceAccountToken)) setDefaults(source.serviceAccountToken, { expirationSeconds: 3600 });
    defaultDownwardItems(own(source.downwardAPI, 'items'));
  }
  const claim = own(own(volume.ephemeral, 'volumeClaimTemplate'), 'spec');
  if (isJsonObject(claim)) setDefaults(claim, { volumeMode: 'Filesystem' });
}

function defaultDownwardItems(items: unknown): void {
  for (const { fieldRef } of objectsIn(items))
    if (isJsonObject(fieldRef)) setTextDefaults(fieldRef, { apiVersion: 'v1' });
}
