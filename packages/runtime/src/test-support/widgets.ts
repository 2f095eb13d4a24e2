import {
  type ApplyInput,
  defineResource,
  type KubernetesObject,
  type ObjectInput,
  type Resource,
} from '@kb/apimachinery';
import { type CustomResourceDefinition } from '@kb/kubernetes/apiextensions/v1';

/** The kind that controllers under test reconcile. */
export interface Widget extends KubernetesObject {
  spec: { size?: number; data?: Record<string, string> };
  status?: { observedSize?: number };
}

/** Widgets: namespaced, with a status subresource. */
export const widgets: Resource<Widget, ApplyInput<Widget>, 'status'> = defineResource({
  group: 'test.example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  namespaced: true,
});

/** Racks: cluster-scoped, otherwise like Widgets. */
export const racks: Resource<Widget, ApplyInput<Widget>, 'status'> = defineResource({
  group: 'test.example.com',
  version: 'v1',
  kind: 'Rack',
  plural: 'racks',
  namespaced: false,
});

const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** The definition of {@link widgets}, or of a kind like it. */
export function widgetDefinition(resource: typeof widgets): ObjectInput<CustomResourceDefinition> {
  const { group, kind, plural, namespaced, version } = resource;
  return {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: open, status: open } } },
        },
      ],
    },
  };
}
