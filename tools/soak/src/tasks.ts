import {
  type ApplyInput,
  defineResource,
  type KubernetesObject,
  type ObjectInput,
  type Resource,
} from '@kb/apimachinery';
import type { CustomResourceDefinition } from '@kb/kubernetes/apiextensions/v1';
import { configMaps } from '@kb/kubernetes/core/v1';
import { type Controller, controllerFor } from '@kb/runtime';

/** The kind that the soak's operator reconciles. */
export interface Task extends KubernetesObject {
  spec: { value: number };
  status?: { observedGeneration?: number; value?: number };
}

export const tasks: Resource<Task, ApplyInput<Task>, 'status'> = defineResource({
  group: 'soak.example.com',
  version: 'v1',
  kind: 'Task',
  plural: 'tasks',
  namespaced: true,
});

/** The definition of {@link tasks}. */
export const taskDefinition: ObjectInput<CustomResourceDefinition> = {
  metadata: { name: 'tasks.soak.example.com' },
  spec: {
    group: tasks.group,
    scope: 'Namespaced',
    names: { kind: 'Task', plural: 'tasks', singular: 'task', listKind: 'TaskList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', required: ['value'], properties: { value: { type: 'integer' } } },
              status: {
                type: 'object',
                properties: { observedGeneration: { type: 'integer' }, value: { type: 'integer' } },
              },
            },
          },
        },
      },
    ],
  },
};

/** The namespace of the soak. */
export const NAMESPACE = 'default';

/** Makes the operator's controller: a ConfigMap with the value for each Task, and the value in its status. */
export const createTaskController = (onReconcile: () => void): Controller =>
  controllerFor(tasks)
    .owns(configMaps)
    .withOptions({ maxConcurrentReconciles: 8, enableWarmup: true })
    .reconcile(async ({ key, client }) => {
      onReconcile();
      const task = client.cached(tasks).get(key);
      if (!task || task.metadata.deletionTimestamp) return;
      const { name, generation } = task.metadata;
      const { value } = task.spec;
      await client.apply(
        configMaps,
        { metadata: { name, namespace: NAMESPACE }, data: { value: String(value) } },
        { controlledBy: task },
      );
      await client.applyStatus(tasks, {
        metadata: { name, namespace: NAMESPACE },
        status: { value, ...(generation !== undefined && { observedGeneration: generation }) },
      });
    });
