import { flagMarker, optionalValueMarker, string, valueMarker } from '../define/define-marker.ts';
import { folderFact } from '../define/folder-fact.ts';
import type { MarkerDefinition } from '../define/marker-definition.ts';
import { DNS_LABEL } from './kind-markers.ts';

const DNS_SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

const BOTH_DEFAULTS = 'fields are optional by default, or required, and the folder has markers for both';

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
      if (group !== '' && !DNS_SUBDOMAIN.test(group))
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
      if (!DNS_LABEL.test(version)) return `"${version}" is not an API version: expected something like v1 or v1alpha1`;
      return folderFact('version', version, (there) => `the folder is the version "${there}" already`);
    },
  ),
  flagMarker(
    {
      name: 'kubebuilder:skip',
      targets: ['folder'],
      summary: 'Makes the generator ignore this folder.',
      example: '+kubebuilder:skip',
    },
    { on: 'folder', apply: (facts) => void (facts.skipped = true) },
  ),
  flagMarker(
    {
      name: 'kb:allowDangerousTypes',
      targets: ['folder'],
      summary:
        'Allows floating point numbers in the schemas of this folder, as the setting of the same name does in all folders.',
      example: '+kb:allowDangerousTypes',
    },
    { on: 'folder', apply: (facts) => void (facts.allowsFloats = true) },
  ),
  flagMarker(
    {
      name: 'kb:external',
      targets: ['folder'],
      summary:
        "Marks the kinds of this folder as those of another project: they get a client, and their CRDs are kept apart from the project's own.",
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
        return facts.requiredByDefault ? BOTH_DEFAULTS : undefined;
      },
    },
  ),
  flagMarker(
    {
      name: 'kubebuilder:validation:Required',
      targets: ['folder'],
      summary:
        'Makes every field of this folder required unless its type or a marker says otherwise, which is the default.',
      example: '+kubebuilder:validation:Required',
    },
    {
      on: 'folder',
      apply(facts) {
        facts.requiredByDefault = true;
        return facts.optionalByDefault ? BOTH_DEFAULTS : undefined;
      },
    },
  ),
];
