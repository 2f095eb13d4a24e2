import { type FieldError, fieldInvalid, forbidden, type JsonObject } from '@kb/apimachinery';
import { nameIsDnsLabel } from '@kb/apimachinery/server';
import { type ApiObject, at, ensureObject } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import { refuse } from '../../refuse.ts';
import { finalizersForDeletion, standardFinalizers } from '../../resources/collector-finalizers.ts';
import { text } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStatus, genericStrategy } from '../shared/generic-strategy.ts';
import { setTextDefaults } from '../shared/set-default.ts';

/** The namespaces that every cluster has. */
export const systemNamespaces: readonly string[] = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

const undeletable = new Set(['default', 'kube-system', 'kube-public']);

const NAME_LABEL = 'kubernetes.io/metadata.name';

const UNQUALIFIED = 'name is neither a standard finalizer name nor is it fully qualified';

/**
 * Namespace. Deleting one marks it as terminating; the namespace controller removes its content, and then the
 * finalizers in the spec.
 */
export const namespace: BuiltInKind = {
  group: '',
  kind: 'Namespace',
  defaults: (namespace) => {
    const { name } = namespace.metadata;
    if (name) namespace.metadata.labels = { ...namespace.metadata.labels, 'kubernetes.io/metadata.name': name };
    setTextDefaults(ensureObject(namespace, 'status'), { phase: 'Active' });
  },
  strategy: {
    ...genericStrategy,
    nameCheck: nameIsDnsLabel,
    returnsDeletedObject: 'undocumented',
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
    validate: (namespace) =>
      finalizerErrors(namespace).map(({ name }) => fieldInvalid('spec.finalizers', name, UNQUALIFIED)),
    resetFields: [['status']],
    status: { ...genericStatus, validateUpdate: validatePhase },
    markDeleted: (namespace, now, propagation) => {
      const name = namespace.metadata.name ?? '';
      if (undeletable.has(name))
        refuse(forbidden({ group: '', plural: 'namespaces' }, name, 'this namespace may not be deleted'));
      if (namespace.metadata.deletionTimestamp !== undefined)
        return isFilled(at(namespace, 'spec', 'finalizers')) ? namespace : undefined;
      const finalizers = finalizersForDeletion(namespace.metadata.finalizers ?? [], propagation, undefined);
      return {
        ...namespace,
        metadata: { ...namespace.metadata, deletionTimestamp: now, finalizers },
        status: { ...namespace.status, phase: 'Terminating' },
      };
    },
    isHeld: ({ spec }) => isFilled(spec?.finalizers),
    subresources: {
      finalize: {
        prepareForUpdate: (namespace, old) => {
          namespace.status = old.status as JsonObject;
          setNameLabel(namespace);
        },
        validateUpdate: (namespace) =>
          finalizerErrors(namespace).map(({ name, index }) =>
            fieldInvalid(`spec.finalizers[${index}]`, name, UNQUALIFIED),
          ),
        resetFields: [['status']],
      },
    },
  },
  columns: columns(nameColumn, column('Status', text('status.phase')), ageColumn),
};

/** Unknown finalizers in the spec. */
function finalizerErrors({ spec }: ApiObject): { name: string; index: number }[] {
  const finalizers: unknown[] = Array.isArray(spec?.finalizers) ? spec.finalizers : [];
  return finalizers.flatMap((finalizer, index) => {
    const name = scalarText(finalizer);
    return name.includes('/') || standardFinalizers.has(name) ? [] : [{ name, index }];
  });
}

/** Validates that the phase agrees with the deletion timestamp. */
function validatePhase({ metadata, status }: ApiObject): FieldError[] {
  const ending = metadata.deletionTimestamp !== undefined;
  const wanted = ending ? 'Terminating' : 'Active';
  if (status?.phase === wanted) return [];
  const why = `may only be '${wanted}' if \`deletionTimestamp\` is ${ending ? 'not ' : ''}empty`;
  return [fieldInvalid('status.Phase', status?.phase ?? '', why)];
}

const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

function setNameLabel(namespace: ApiObject): void {
  namespace.metadata.labels = { ...namespace.metadata.labels, [NAME_LABEL]: namespace.metadata.name ?? '' };
}
