import { flagMarker, optionalValueMarker, string, valueMarker } from '../define-marker.ts';
import { folderFact } from '../folder-fact.ts';
import type { MarkerDefinition } from '../marker-definition.ts';
import { dnsLabel } from './kind-markers.ts';

const dnsSubdomain = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

const bothDefaults = 'fields are optional by default, or required, and the folder has markers for both';

/** Markers of a folder of sources. */
export const folderMarkers: readonly MarkerDefinition[] = [
  optionalValueMarker(
    {
      name: 'groupName',
      targets: ['folder'],
      summary: 'The API group of every kind in this folder.',
      example: '+groupName=batch.example.com',
    },
    string,
    (group = '') => {
      if (group !== '' && !dnsSubdomain.test(group))
        return `"${group}" is not an API group: expected a DNS name such as batch.example.com`;
      return folderFact('group', group, (there) => `the folder is in the group "${there}" already`);
    },
  ),
  valueMarker(
    {
      name: 'versionName',
      targets: ['folder'],
      summary: "The API version of every kind in this folder. Without it, the folder's name.",
      example: '+versionName=v1alpha1',
    },
    string,
    (version) => {
      if (!dnsLabel.test(version)) return `"${version}" is not an API version: expected something like v1 or v1alpha1`;
      return folderFact('version', version, (there) => `the folder is the version "${there}" already`);
    },
  ),
  flagMarker(
    {
      name: 'kubebuilder:skip',
      targets: ['folder'],
      summary: 'Makes the generator leave this folder out.',
      example: '+kubebuilder:skip',
    },
    { on: 'folder', apply: (facts) => void (facts.skipped = true) },
  ),
  flagMarker(
    {
      name: 'kb:allowDangerousTypes',
      targets: ['folder'],
      summary: 'Allows floating point numbers in the schemas of this folder, as the setting of this name does in all.',
      example: '+kb:allowDangerousTypes',
    },
    { on: 'folder', apply: (facts) => void (facts.allowsFloats = true) },
  ),
  flagMarker(
    {
      name: 'kb:external',
      targets: ['folder'],
      summary:
        "Says that the kinds of this folder belong to another project: they get a client, and their CRDs are kept apart from the project's own.",
      example: '+kb:external',
    },
    { on: 'folder', apply: (facts) => void (facts.external = true) },
  ),
  flagMarker(
    {
      name: 'kubebuilder:validation:Optional',
      targets: ['folder'],
      summary: 'Makes every field of this folder optional unless a marker says otherwise.',
      example: '+kubebuilder:validation:Optional',
    },
    {
      on: 'folder',
      apply(facts) {
        facts.optionalByDefault = true;
        return facts.requiredByDefault ? bothDefaults : undefined;
      },
    },
  ),
  flagMarker(
    {
      name: 'kubebuilder:validation:Required',
      targets: ['folder'],
      summary: 'Says what is so without it: a field is required unless its type or a marker says otherwise.',
      example: '+kubebuilder:validation:Required',
    },
    {
      on: 'folder',
      apply(facts) {
        facts.requiredByDefault = true;
        return facts.optionalByDefault ? bothDefaults : undefined;
      },
    },
  ),
];
