import { equalJson, type FieldError, fieldForbidden, fieldInvalid, type JsonObject } from '@kb/apimachinery';
import { type ApiObject, at, ensureObject, type FrozenObject, isJsonObject, objectsIn } from '../objects/api-object.ts';
import { validateMetadataWarnings } from '../validation/name-warnings.ts';
import { podWarnings } from '../validation/pod-warnings.ts';
import { validatePodSpec } from '../validation/pod-spec.ts';
import { ephemeralContainersStrategy, resizeStrategy } from './pod-subresources.ts';
import { qosClassOf } from './qos-class.ts';
import type { Strategy } from '../resources/strategy.ts';
import { withSpecAndStatus } from './generic.ts';

/** How pods behave. */
export const podStrategy: Strategy = {
  ...withSpecAndStatus,
  returnsDeletedObject: true,
  prepareForCreate: (pod, { now }) => {
    pod.status = { phase: 'Pending', qosClass: qosClassOf(pod) };
    if (objectsIn(pod.spec?.schedulingGates).length > 0) {
      pod.status.conditions = [
        {
          type: 'PodScheduled',
          status: 'False',
          lastTransitionTime: now,
          reason: 'SchedulingGated',
          message: 'Scheduling is blocked due to non-empty scheduling gates',
        },
      ];
    }
  },
  validate: (pod) => {
    const errors = validatePodSpec(pod.spec ?? {}, 'spec');
    if (objectsIn(pod.spec?.ephemeralContainers).length > 0)
      errors.push(fieldForbidden('spec.ephemeralContainers', 'cannot be set on create'));
    return errors;
  },
  validateUpdate: validatePodUpdate,
  // Nobody is warned of an update: hardly a human makes one.
  warnings: (pod, old) =>
    old ? [] : [...validateMetadataWarnings(pod, "this is used in the Pod's hostname"), ...podWarnings(pod, '')],
  status: {
    prepareForUpdate: (pod, old) => {
      pod.spec = old.spec as JsonObject;
      if (old.metadata.ownerReferences) pod.metadata.ownerReferences = [...old.metadata.ownerReferences];
      else delete pod.metadata.ownerReferences;
      const status = ensureObject(pod, 'status');
      status.qosClass ??= at(old, 'status', 'qosClass') ?? qosClassOf(pod);
    },
    validateUpdate: ({ status }, old) =>
      status?.qosClass === at(old, 'status', 'qosClass')
        ? []
        : [fieldInvalid('status.qosClass', status?.qosClass ?? '', 'field is immutable')],
    resetFields: [['spec'], ['metadata', 'deletionTimestamp'], ['metadata', 'ownerReferences']],
  },
  subresources: { binding: {}, ephemeralcontainers: ephemeralContainersStrategy, resize: resizeStrategy },
  gracePeriodSeconds: (pod, asked) => {
    const phase = at(pod, 'status', 'phase');
    if (!at(pod, 'spec', 'nodeName') || phase === 'Succeeded' || phase === 'Failed') return 0;
    const own = at(pod, 'spec', 'terminationGracePeriodSeconds');
    const period = asked ?? (typeof own === 'number' ? own : 30);
    return period < 0 ? 1 : period;
  },
};

const MAY_CHANGE = [
  'spec.containers[*].image',
  'spec.initContainers[*].image',
  'spec.activeDeadlineSeconds',
  'spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
];

/** Of a pod's spec only a few fields change after creation. */
function validatePodUpdate(pod: ApiObject, old: FrozenObject): FieldError[] {
  const [spec, oldSpec] = [pod.spec ?? {}, (old.spec ?? {}) as JsonObject];
  const errors = validatePodSpec(spec, 'spec');
  for (const list of ['containers', 'initContainers']) {
    if (objectsIn(spec[list]).length !== objectsIn(oldSpec[list]).length) {
      return [...errors, fieldForbidden(`spec.${list}`, 'pod updates may not add or remove containers')];
    }
  }
  errors.push(...validateDeadlineUpdate(spec, oldSpec));
  const [deadline, before] = [spec.activeDeadlineSeconds, oldSpec.activeDeadlineSeconds];
  // Nothing else is looked at then.
  if (typeof deadline === 'number' && typeof before === 'number' && deadline > before) return errors;
  const tolerations = objectsIn(spec.tolerations);
  const kept = objectsIn(oldSpec.tolerations).every((toleration) =>
    tolerations.some((other) =>
      equalJson({ ...other, tolerationSeconds: undefined }, { ...toleration, tolerationSeconds: undefined }),
    ),
  );
  if (!kept)
    errors.push(
      fieldForbidden('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds'),
    );
  if (!equalJson(withoutMutable(spec), withoutMutable(oldSpec))) {
    errors.push(
      fieldForbidden(
        'spec',
        `pod updates may not change fields other than ${MAY_CHANGE.map((field) => `\`${field}`).join('`,')}`,
      ),
    );
  }
  return errors;
}

/** A deadline is set once, and then only brought forward. */
function validateDeadlineUpdate(spec: JsonObject, old: JsonObject): FieldError[] {
  const [deadline, before] = [spec.activeDeadlineSeconds, old.activeDeadlineSeconds];
  const path = 'spec.activeDeadlineSeconds';
  if (typeof before !== 'number') return [];
  if (deadline === undefined) return [fieldInvalid(path, null, 'must not update from a positive integer to nil value')];
  return typeof deadline === 'number' && deadline > before
    ? [fieldInvalid(path, deadline, 'must be less than or equal to previous value')]
    : [];
}

function withoutMutable(spec: JsonObject): JsonObject {
  const {
    activeDeadlineSeconds: _,
    tolerations: __,
    terminationGracePeriodSeconds: ___,
    schedulingGates: ____,
    ...rest
  } = spec;
  const withoutImages = (list: unknown): JsonObject[] =>
    objectsIn(list).map(({ image: _image, ...container }) => container);
  return {
    ...rest,
    containers: withoutImages(spec.containers),
    initContainers: withoutImages(spec.initContainers),
    // The node is set by binding, once.
    ...(isJsonObject(spec) && { nodeName: spec.nodeName ?? '' }),
  };
}
