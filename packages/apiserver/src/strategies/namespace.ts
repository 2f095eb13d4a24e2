import { forbidden, type JsonObject, nameIsDnsLabel } from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import { type ApiObject, at, ensureObject } from '../resources/api-object.ts';
import { genericStatus, genericStrategy } from './generic.ts';
import type { Strategy } from './strategy.ts';

/** Namespaces that every cluster has. */
const UNDELETABLE = new Set(['default', 'kube-system', 'kube-public']);
const NAME_LABEL = 'kubernetes.io/metadata.name';

/** How Namespaces behave. What happens to their content when they end is the namespace controller's work. */
export const namespaceStrategy: Strategy = {
  ...genericStrategy,
  nameCheck: nameIsDnsLabel,
  returnsDeletedObject: true,
  prepareForCreate: (namespace) => {
    namespace.status = { phase: 'Active' };
    const spec = ensureObject(namespace, 'spec');
    const finalizers = Array.isArray(spec.finalizers) ? spec.finalizers : [];
    spec.finalizers = finalizers.includes('kubernetes') ? finalizers : [...finalizers, 'kubernetes'];
    setNameLabel(namespace);
  },
  prepareForUpdate: (namespace, old) => {
    ensureObject(namespace, 'spec').finalizers = (at(old, 'spec', 'finalizers') ?? []) as string[];
    namespace.status = old.status as JsonObject;
    setNameLabel(namespace);
  },
  resetFields: [['status']],
  status: genericStatus,
  markDeleted: (namespace, now) => {
    const name = namespace.metadata.name ?? '';
    if (UNDELETABLE.has(name))
      refuse(forbidden({ group: '', plural: 'namespaces' }, name, 'this namespace may not be deleted'));
    if (namespace.metadata.deletionTimestamp !== undefined) return namespace;
    const held = isFilled(at(namespace, 'spec', 'finalizers')) || (namespace.metadata.finalizers ?? []).length > 0;
    if (!held) return undefined;
    return {
      ...namespace,
      metadata: { ...namespace.metadata, deletionTimestamp: now },
      status: { ...namespace.status, phase: 'Terminating' },
    };
  },
  subresources: {
    finalize: {
      prepareForUpdate: (namespace, old) => {
        namespace.status = old.status as JsonObject;
        setNameLabel(namespace);
      },
      resetFields: [['status']],
    },
  },
};

const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

function setNameLabel(namespace: ApiObject): void {
  namespace.metadata.labels = { ...namespace.metadata.labels, [NAME_LABEL]: namespace.metadata.name ?? '' };
}
