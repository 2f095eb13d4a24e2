import { equalJson, type FieldError, fieldForbidden, fieldInvalid, type JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, type FrozenObject, objectsIn } from '../../../objects/api-object.ts';
import { validateAppArmorAnnotations, validateFixedAnnotations } from '../../shared/pods/app-armor.ts';
import { validatePodSpec } from '../../shared/pods/validate-pod-spec.ts';

const mayChange = [
  'spec.containers[*].image',
  'spec.initContainers[*].image',
  'spec.activeDeadlineSeconds',
  'spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
];

/** Only a few fields of a pod's spec can change. */
export function validatePodUpdate(pod: ApiObject, old: FrozenObject): FieldError[] {
  const [spec, oldSpec] = [pod.spec ?? {}, (old.spec ?? {}) as JsonObject];
  const errors = [
    ...validateAppArmorAnnotations(pod, 'metadata.annotations'),
    ...validatePodSpec(spec, 'spec'),
    ...validateFixedAnnotations(pod, old),
  ];
  for (const list of ['containers', 'initContainers']) {
    if (objectsIn(spec[list]).length !== objectsIn(oldSpec[list]).length) {
      return [...errors, fieldForbidden(`spec.${list}`, 'pod updates may not add or remove containers')];
    }
  }
  errors.push(...validateDeadlineUpdate(spec, oldSpec));
  const [deadline, before] = [spec.activeDeadlineSeconds, oldSpec.activeDeadlineSeconds];
  // Nothing else is checked then.
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
        `pod updates may not change fields other than ${mayChange.map((field) => `\`${field}`).join('`,')}`,
      ),
    );
  }
  return errors;
}

/** A deadline can be set once, and then only be shortened. */
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
    // Only a binding sets the node, once.
    ...(isJsonObject(spec) && { nodeName: spec.nodeName ?? '' }),
  };
}
