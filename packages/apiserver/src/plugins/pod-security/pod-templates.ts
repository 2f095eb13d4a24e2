import { type ApiObject, at, type FrozenObject, own } from '../../objects/api-object.ts';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { CheckedPod } from './checks/pod-check.ts';

const template = ['spec', 'template'] as const;

/** Where the kinds that make Pods have their template, by `PLURAL` or `PLURAL.GROUP`. */
const templates: Readonly<Record<string, readonly string[]>> = {
  podtemplates: ['template'],
  replicationcontrollers: template,
  'replicasets.apps': template,
  'deployments.apps': template,
  'statefulsets.apps': template,
  'daemonsets.apps': template,
  'jobs.batch': template,
  'cronjobs.batch': ['spec', 'jobTemplate', ...template],
};

/** The kinds that make Pods. */
export const templateResources: readonly string[] = Object.keys(templates);

/** Returns the template of Pods of an object; undefined if it has none. `resource`: `PLURAL` or `PLURAL.GROUP`. */
export function podTemplateOf(resource: string, object: ApiObject): CheckedPod | undefined {
  const found = at(object, ...(templates[resource] ?? []));
  if (!isJsonObject(found)) return undefined;
  const annotations = at(found, 'metadata', 'annotations');
  return {
    annotations: isJsonObject(annotations) ? (annotations as Record<string, string>) : {},
    spec: own(found, 'spec') ?? {},
  };
}

/** Whether an update of a Pod changes what policies look at: its containers, or their images. */
export function isSignificantUpdate(pod: ApiObject, old: FrozenObject): boolean {
  const imagesOf = (object: ApiObject | FrozenObject, field: string): unknown[] => {
    const containers = own(object.spec, field);
    return Array.isArray(containers) ? containers.map((container) => own(container, 'image') ?? '') : [];
  };
  const isChanged = (field: string): boolean => {
    const [now, before] = [imagesOf(pod, field), imagesOf(old, field)];
    return now.length !== before.length || now.some((image, index) => image !== before[index]);
  };
  return ['containers', 'initContainers'].some(isChanged) || hasNewEphemeralContainer(pod, old);
}

function hasNewEphemeralContainer(pod: ApiObject, old: FrozenObject): boolean {
  const containersOf = (object: ApiObject | FrozenObject): unknown[] => {
    const containers = own(object.spec, 'ephemeralContainers');
    return Array.isArray(containers) ? containers : [];
  };
  const before = new Map(containersOf(old).map((container) => [own(container, 'name'), own(container, 'image')]));
  return containersOf(pod).some((container) => {
    const name = own(container, 'name');
    return !before.has(name) || before.get(name) !== own(container, 'image');
  });
}
