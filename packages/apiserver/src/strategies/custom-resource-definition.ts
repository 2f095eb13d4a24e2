import { equalJson, type JsonObject, setCondition, type Time, unrecognizedFormatsOf } from '@kb/apimachinery';
import { unsupportedWarnings } from '../crds/custom-resource.ts';
import { type Definition, readDefinition } from '../crds/definition.ts';
import { validateDefinition, validateDefinitionUpdate, validateStatus } from '../crds/validate-definition.ts';
import { type ApiObject, asJson, ensureObject, type FrozenObject, objectsIn } from '../objects/api-object.ts';
import { conditionsOf } from '../objects/conditions-of.ts';
import { genericStrategy } from './generic.ts';
import type { Strategy } from '../resources/strategy.ts';
import { scalarText } from '../objects/scalar-text.ts';

/** What holds a definition until its objects are gone. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

/** How CustomResourceDefinitions behave. What is served of them is the work of the definition controller. */
export const customResourceDefinitionStrategy: Strategy = {
  ...genericStrategy,
  anyFinalizer: true,
  unconditionalUpdate: false,
  generation: 'spec',
  prepareForCreate: (crd) => {
    crd.status = { storedVersions: storageVersions(crd) };
  },
  prepareForUpdate: (crd, old) => {
    crd.status = { ...(old.status as JsonObject) };
    const stored = Array.isArray(crd.status.storedVersions) ? crd.status.storedVersions : [];
    crd.status.storedVersions = [...stored, ...storageVersions(crd).filter((name) => !stored.includes(name))];
  },
  validate: validateDefinition,
  validateUpdate: validateDefinitionUpdate,
  warnings: warningsOf,
  resetFields: [['status']],
  status: {
    prepareForUpdate: (crd, old) => {
      crd.spec = old.spec as JsonObject;
      const status = ensureObject(crd, 'status');
      if (!Array.isArray(status.storedVersions) || status.storedVersions.length === 0)
        status.storedVersions = storageVersions(crd);
    },
    validateUpdate: validateStatus,
    resetFields: [['spec']],
  },
  markDeleted,
};

/**
 * The version that objects are stored in; the first, where a definition that will be refused has several; none, where
 * it has none.
 */
function storageVersions(crd: ApiObject): string[] {
  const version = objectsIn(crd.spec?.versions).find(({ storage }) => storage === true);
  return version ? [scalarText(version.name)] : [];
}

function warningsOf(crd: ApiObject, old: FrozenObject | undefined): string[] {
  if (old && equalJson(old.spec, crd.spec)) return [];
  const definition = readDefinition(asJson(crd) as FrozenObject);
  // Of what was there before nobody is told again.
  const known = old ? formatsOf(readDefinition(old)) : new Set();
  const formats = [...formatsOf(definition)].filter((format) => !known.has(format));
  return [...formats.map((format) => `unrecognized format "${format}"`), ...unsupportedWarnings(definition)];
}

/** The formats of a definition that nobody knows. */
function formatsOf({ versions }: Definition): Set<string> {
  return new Set(versions.flatMap(({ schema }) => unrecognizedFormatsOf(schema)));
}

function markDeleted(crd: FrozenObject, now: Time): FrozenObject | undefined {
  // From then on it goes like any other object.
  if (crd.metadata.deletionTimestamp !== undefined) return undefined;
  const conditions = setCondition(
    conditionsOf(crd),
    {
      type: 'Terminating',
      status: 'True',
      reason: 'InstanceDeletionPending',
      message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
      lastTransitionTime: now,
    },
    0,
  );
  const finalizers = crd.metadata.finalizers ?? [];
  return {
    ...crd,
    metadata: {
      ...crd.metadata,
      deletionTimestamp: now,
      finalizers: finalizers.includes(CLEANUP_FINALIZER) ? [...finalizers] : [...finalizers, CLEANUP_FINALIZER],
    },
    status: { ...crd.status, conditions },
  };
}
