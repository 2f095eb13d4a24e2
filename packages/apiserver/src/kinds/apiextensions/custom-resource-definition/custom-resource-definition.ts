import { equalJson, type JsonObject, setCondition, type Time } from '@kb/apimachinery';
import { unrecognizedFormatsOf } from '@kb/apimachinery/schema';
import { isJsonObject, quoteString } from '@kb/apimachinery/codec';
import { loadRules, prepareRules, rulesFor } from '../../../crds/definition-rules.ts';
import { CLEANUP_FINALIZER, type Definition, readDefinition } from '../../../crds/definition.ts';
import {
  type ApiObject,
  asJson,
  at,
  ensureObject,
  type FrozenObject,
  objectsIn,
  own,
  stringOf,
} from '../../../objects/api-object.ts';
import { conditionsOf } from '../../../objects/conditions-of.ts';
import { scalarText } from '../../../objects/scalar-text.ts';
import type { BuiltInKind } from '../../shared/built-in-kind.ts';
import { genericStrategy } from '../../shared/generic-strategy.ts';
import { setDefaults, setTextDefaults } from '../../shared/set-default.ts';
import { lowerCase } from './lower-case.ts';
import { validateDefinition, validateDefinitionUpdate, validateStatus } from './validate-definition.ts';

/** CustomResourceDefinition. The definition controller serves its resources. */
export const customResourceDefinition: BuiltInKind = {
  group: 'apiextensions.k8s.io',
  kind: 'CustomResourceDefinition',
  storedAsJson: true,
  // Kubernetes still stores definitions in v1beta1.
  discoveredStorageVersion: 'v1beta1',
  defaults: defaultCustomResourceDefinition,
  strategy: {
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
    load: (crd) => loadRules(crd),
    prepareToValidate: prepareRules,
    validateInSteps: (crd, old) =>
      old ? validateDefinitionUpdate(crd, old, rulesFor(crd)) : validateDefinition(crd, rulesFor(crd)),
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
  },
};

/** The defaults of a CustomResourceDefinition. */
function defaultCustomResourceDefinition(crd: ApiObject): void {
  const spec = ensureObject(crd, 'spec');
  const names = ensureObject(spec, 'names');
  const kind = stringOf(names.kind);
  if (kind !== '') setTextDefaults(names, { singular: lowerCase(kind), listKind: `${kind}List` });
  if (!isJsonObject(spec.conversion)) spec.conversion = { strategy: 'None' };
  const { conversion } = spec;
  // The internal form has no webhook without a client or versions.
  const webhook = own(conversion, 'webhook');
  const versions = own(webhook, 'conversionReviewVersions');
  const hasVersions = Array.isArray(versions) && versions.length > 0;
  if (webhook !== undefined && !isJsonObject(own(webhook, 'clientConfig')) && !hasVersions) delete conversion.webhook;
  const service = at(conversion, 'webhook', 'clientConfig', 'service');
  if (isJsonObject(service)) setDefaults(service, { port: 443 });
  const status = ensureObject(crd, 'status');
  if (!Array.isArray(status.storedVersions) || status.storedVersions.length === 0) {
    const storage = objectsIn(spec.versions).find((version) => version.storage === true)?.name;
    if (typeof storage === 'string') status.storedVersions = [storage];
  }
}

/** The storage version; the first, if an invalid definition has several; none, if it has none. */
function storageVersions(crd: ApiObject): string[] {
  const version = objectsIn(crd.spec?.versions).find(({ storage }) => storage === true);
  return version ? [scalarText(version.name)] : [];
}

function warningsOf(crd: ApiObject, old: FrozenObject | undefined): string[] {
  if (old && equalJson(old.spec, crd.spec)) return [];
  const definition = readDefinition(asJson(crd) as FrozenObject);
  // The writer was already warned of earlier formats.
  const known = old ? formatsOf(readDefinition(old)) : new Set();
  const formats = [...formatsOf(definition)].filter((format) => !known.has(format));
  return formats.map((format) => `unrecognized format ${quoteString(format)}`);
}

/** The unknown formats of a definition. */
function formatsOf({ versions }: Definition): Set<string> {
  return new Set(versions.flatMap(({ schema }) => unrecognizedFormatsOf(schema)));
}

function markDeleted(crd: FrozenObject, now: Time): FrozenObject | undefined {
  // From then on it is updated like any other object.
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
