import { equalJson, type JsonObject } from '@kb/apimachinery';
import {
  hasRules,
  validateCustomResource,
  validateEmbeddedResources,
  validateListTypes,
} from '@kb/apimachinery/schema';
import { nameIsDnsSubdomain } from '@kb/apimachinery/server';
import { type ApiObject, asJson, type FrozenObject } from '../objects/api-object.ts';
import { standardFinalizers } from '../resources/collector-finalizers.ts';
import type { JudgedByRules, Strategy, UpdateStrategy } from '../resources/strategy.ts';
import { lazily } from '../lazily.ts';
import { celModule, loadCel } from '../cel-module.ts';
import type { DefinitionVersion } from './definition.ts';
import { validateScale } from './validate-scale.ts';

type Judge = NonNullable<UpdateStrategy['judge']>;

/** The strategy of the objects of one version of a custom resource. */
export function customStrategy(version: DefinitionVersion): Strategy {
  const { status: hasStatus } = version;
  const isRuled = lazily(() => hasRules(version.schema));
  const judge: Judge = (object, old) => (isRuled() ? judgeByRules(version, object, old) : undefined);
  return {
    nameCheck: nameIsDnsSubdomain,
    createOnUpdate: false,
    unconditionalUpdate: false,
    returnsDeletedObject: false,
    defaultPropagation: 'Background',
    generation: (object, old) => !equalJson(desired(object, hasStatus), desired(old, hasStatus)),
    prepareForCreate: (object) => {
      if (hasStatus) delete object.status;
    },
    prepareForUpdate: (object, old) => {
      if (!hasStatus) return;
      if (old.status === undefined) delete object.status;
      else object.status = old.status as JsonObject;
    },
    load: () => (isRuled() ? loadCel() : undefined),
    validate: (object) =>
      validateCustomResource(version.schema, asJson(object), { scale: validateScale(version, object) }),
    validateUpdate: (object, old) =>
      validateCustomResource(version.schema, asJson(object), {
        old: asJson(old) as JsonObject,
        scale: validateScale(version, object),
      }),
    validateOtherKind: (object, old) => [
      ...validateEmbeddedResources(version.schema, asJson(object)),
      ...(old && validateListTypes(version.schema, asJson(old) as JsonObject).length > 0
        ? []
        : validateListTypes(version.schema, asJson(object))),
    ],
    judge,
    warnings: finalizerWarnings,
    ...(hasStatus && { status: statusStrategy(version, judge), resetFields: [['status']] }),
  };
}

/** An update of the status changes only the status. */
function statusStrategy(version: DefinitionVersion, judge: Judge): UpdateStrategy {
  return {
    prepareForUpdate: (object, old) => {
      const { status } = object;
      const { managedFields } = object.metadata;
      for (const key of Object.keys(object)) delete object[key];
      Object.assign(object, old, { metadata: { ...old.metadata, ...(managedFields && { managedFields }) } });
      if (!managedFields) delete object.metadata.managedFields;
      if (status === undefined) delete object.status;
      else object.status = status;
    },
    validateUpdate: (object, old) =>
      validateCustomResource(version.schema, asJson(object), {
        old: asJson(old) as JsonObject,
        subresource: 'status',
        scale: validateScale(version, object, 'status'),
      }),
    judge,
    // As in kube-apiserver: other fields at the root do not change, and belong to the manager who writes them here.
    resetFields: [['metadata'], ['spec']],
    resetInAllVersions: true,
  };
}

/** The desired state: everything except metadata, and except the status if that is a subresource. */
function desired(object: ApiObject | FrozenObject, hasStatus: boolean): unknown {
  return { ...object, metadata: undefined, ...(hasStatus && { status: undefined }) };
}

function finalizerWarnings({ metadata }: ApiObject, old: FrozenObject | undefined): string[] {
  const before = new Set(old?.metadata.finalizers);
  return (metadata.finalizers ?? [])
    .filter((finalizer) => !before.has(finalizer) && !finalizer.includes('/') && !standardFinalizers.has(finalizer))
    .map((finalizer) => {
      const what = finalizer.includes('.') ? 'name including a path (/) ' : 'name ';
      return `metadata.finalizers: ${JSON.stringify(finalizer)}: prefer a domain-qualified finalizer ${what}to avoid accidental conflicts with other finalizer writers`;
    });
}

/** Judges a whole object by the rules in CEL of a version, in steps, whichever endpoint writes it. */
function judgeByRules(
  { schema }: DefinitionVersion,
  object: ApiObject,
  old: FrozenObject | undefined,
): Iterator<void, JudgedByRules> {
  return celModule().judgeInSteps({
    schema,
    isResourceRoot: true,
    value: asJson(object),
    oldValue: old && (asJson(old) as JsonObject),
    ratchets: true,
  });
}
