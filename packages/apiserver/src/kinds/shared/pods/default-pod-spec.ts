import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { objectsIn, own } from '../../../objects/api-object.ts';
import { scalarText } from '../../../objects/scalar-text.ts';
import { roundResources } from '../amounts/round-resources.ts';
import { isBlank, isUnset, setDefaults, setTextDefaults } from '../set-default.ts';
import { defaultContainer, pullPolicyOf } from './default-container.ts';
import { defaultOldVolume } from './default-old-volume.ts';

/** The defaults of a pod's spec that pods and templates share. */
export function defaultPodSpec(spec: JsonObject): void {
  setTextDefaults(spec, { dnsPolicy: 'ClusterFirst', restartPolicy: 'Always', schedulerName: 'default-scheduler' });
  setDefaults(spec, { securityContext: {}, terminationGracePeriodSeconds: 30 });
  // Two names of the same field: both are written.
  if (isBlank(spec.serviceAccountName)) spec.serviceAccountName = spec.serviceAccount ?? '';
  spec.serviceAccount = spec.serviceAccountName ?? '';
  for (const list of ['initContainers', 'containers', 'ephemeralContainers'])
    objectsIn(spec[list]).forEach(defaultContainer);
  objectsIn(spec.volumes).forEach(defaultVolume);
  roundResources(spec, 'overhead');
  roundResources(spec.resources, 'limits', 'requests');
}

/** The defaults of a template. */
export function defaultPodTemplate(template: unknown): void {
  const spec = own(template, 'spec');
  if (isJsonObject(spec)) defaultPodSpec(spec);
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
