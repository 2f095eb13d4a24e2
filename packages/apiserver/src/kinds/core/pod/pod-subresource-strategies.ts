import {
  equalJson,
  type FieldError,
  fieldDuplicate,
  fieldForbidden,
  fieldInvalid,
  fieldNotFound,
  type JsonObject,
  type JsonValue,
} from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, at, type FrozenObject, objectsIn } from '../../../objects/api-object.ts';
import { scalarText } from '../../../objects/scalar-text.ts';
import { validateContainer, validatePodSpec } from '../../shared/pods/validate-pod-spec.ts';
import { qosClassOf } from './qos-class.ts';
import type { UpdateStrategy } from '../../../resources/strategy.ts';

/**
 * `pods/ephemeralcontainers`: adds containers to a running pod, as `kubectl debug` does. Nothing else can be changed,
 * and no container can be removed. Managed fields still record everything that was sent, as the real server's do.
 */
export const ephemeralContainersStrategy: UpdateStrategy = {
  prepareForUpdate: (pod, old) => {
    const { ephemeralContainers } = pod.spec ?? {};
    keepRest(pod, old, { ...ownSpec(old), ...(ephemeralContainers !== undefined && { ephemeralContainers }) });
    if (ephemeralContainers === undefined) delete pod.spec?.ephemeralContainers;
    raiseGeneration(pod, old);
  },
  validateUpdate: (pod, old) => {
    const spec = pod.spec ?? {};
    const errors = [...validatePodSpec(spec, 'spec'), ...validateEphemeralContainers(spec)];
    const present = new Map(objectsIn(spec.ephemeralContainers).map((container) => [container.name, container]));
    for (const before of objectsIn(at(old, 'spec', 'ephemeralContainers'))) {
      const now = present.get(before.name);
      if (now && equalJson(now, before)) continue;
      const what = `existing ephemeral containers ${JSON.stringify(before.name)} may not be`;
      errors.push(fieldForbidden('spec.ephemeralContainers', `${what} ${now ? 'changed' : 'removed'}\n`));
    }
    return errors;
  },
};

/** Fields that ephemeral containers cannot have, in the order of Go's type. */
const forbidden = ['ports', 'resources', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle'];

function validateEphemeralContainers(spec: JsonObject): FieldError[] {
  const others = new Set([...objectsIn(spec.containers), ...objectsIn(spec.initContainers)].map(({ name }) => name));
  const names = new Set(others);
  const volumes = new Set(objectsIn(spec.volumes).map(({ name }) => scalarText(name ?? '')));
  return objectsIn(spec.ephemeralContainers).flatMap((container, index) => {
    const path = `spec.ephemeralContainers[${index}]`;
    const errors = validateContainer(container, path, new Set(), volumes);
    const { name = '', targetContainerName: target = '' } = container;
    if (names.has(name)) errors.push(fieldDuplicate(`${path}.name`, name));
    names.add(name);
    if (target !== '' && !others.has(target)) errors.push(fieldNotFound(`${path}.targetContainerName`, target));
    for (const field of forbidden) {
      if (isSet(container[field]))
        errors.push(fieldForbidden(`${path}.${field}`, 'cannot be set for an Ephemeral Container'));
    }
    objectsIn(container.volumeMounts).forEach((mount, number) => {
      for (const field of ['subPath', 'subPathExpr']) {
        if (isSet(mount[field]))
          errors.push(
            fieldForbidden(`${path}.volumeMounts[${number}].${field}`, 'cannot be set for an Ephemeral Container'),
          );
      }
    });
    return errors;
  });
}

function isSet(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

const lists = ['containers', 'initContainers'] as const;
const changeable = ['cpu', 'memory'];

/** `pods/resize`: changes the CPU and memory of running containers. */
export const resizeStrategy: UpdateStrategy = {
  prepareForUpdate: (pod, old) => {
    const [spec, before] = [pod.spec ?? {}, ownSpec(old)];
    // Other pods are refused unchanged.
    if (lists.every((list) => objectsIn(spec[list]).length === objectsIn(before[list]).length)) {
      const { resources } = spec;
      const containers = lists.map((list) => [list, resized(objectsIn(spec[list]), objectsIn(before[list]))] as const);
      keepRest(pod, old, {
        ...before,
        ...(resources !== undefined && { resources }),
        ...Object.fromEntries(containers.filter(([list]) => before[list] !== undefined)),
      });
      if (resources === undefined) delete pod.spec?.resources;
    }
    raiseGeneration(pod, old);
  },
  validateUpdate: (pod, old) => {
    const [spec, before] = [pod.spec ?? {}, ownSpec(old)];
    const errors = validatePodSpec(spec, 'spec');
    const qosClass = at(pod, 'status', 'qosClass') ?? '';
    if ((at(old, 'status', 'qosClass') ?? qosClassOf(old as ApiObject)) !== qosClassOf(pod))
      errors.push(fieldInvalid('spec', qosClass, 'Pod QOS Class may not change as a result of resizing'));
    const running = objectsIn(at(old, 'status', 'containerStatuses')).find((one) => isSet(at(one, 'state', 'running')));
    if (running && running.resources === undefined)
      errors.push(fieldForbidden('spec', 'Pod running on node without support for resize'));
    const misplaced = validateOrder(spec, before);
    return misplaced.length > 0
      ? [...errors, ...misplaced]
      : [...errors, ...validateResources(spec, before), ...validateRest(spec, before, errors)];
  },
};

/** The old containers with the new resources; the new containers, if they are different ones. */
function resized(containers: JsonObject[], before: readonly JsonObject[]): JsonObject[] {
  if (containers.some(({ name }, index) => name !== before[index]?.name)) return containers;
  return containers.map(({ resources, resizePolicy }, index) => {
    const { resources: _, resizePolicy: __, ...rest } = before[index] ?? {};
    return {
      ...rest,
      ...(resources !== undefined && { resources }),
      ...(resizePolicy !== undefined && { resizePolicy }),
    };
  });
}

function validateOrder(spec: JsonObject, before: JsonObject): FieldError[] {
  return lists.flatMap((list) => {
    const [now, then] = [objectsIn(spec[list]), objectsIn(before[list])];
    if (now.length !== then.length)
      return [fieldForbidden(`spec.${list}`, `${list} may not be added or removed on resize`)];
    return now.flatMap(({ name }, index) =>
      name === then[index]?.name
        ? []
        : [fieldForbidden(`spec.${list}[${index}].name`, `${list} may not be renamed or reordered on resize`)],
    );
  });
}

function validateResources(spec: JsonObject, before: JsonObject): FieldError[] {
  return (['initContainers', 'containers'] as const).flatMap((list) =>
    objectsIn(spec[list]).flatMap((container, index) =>
      ['requests', 'limits'].flatMap((kind) => {
        const [now, then] = [container, objectsIn(before[list])[index]].map((one) => at(one, 'resources', kind));
        const removed = Object.keys(then ?? {}).some((name) => !isJsonObject(now) || !(name in now));
        const path = `spec.${list}[${index}].resources.${kind}`;
        return removed ? [fieldForbidden(path, `resource ${kind} cannot be removed`)] : [];
      }),
    ),
  );
}

function validateRest(spec: JsonObject, before: JsonObject, known: readonly FieldError[]): FieldError[] {
  const errors: FieldError[] = [];
  objectsIn(spec.containers).forEach((container, index) => {
    if (!equalJson(withoutCompute(container), withoutCompute(objectsIn(before.containers)[index] ?? {})))
      errors.push(fieldForbidden('spec', 'only cpu and memory resources are mutable'));
  });
  objectsIn(spec.initContainers).forEach((container, index) => {
    const then = objectsIn(before.initContainers)[index] ?? {};
    if (container.restartPolicy === 'Always') {
      if (!equalJson(withoutCompute(container), withoutCompute(then))) {
        const why = 'only cpu and memory resources for init or sidecar containers are mutable';
        errors.push(fieldForbidden(`spec.initContainers[${index}]`, why));
      }
    } else if (!equalJson(container, then)) {
      errors.push(fieldForbidden('spec', 'resources for non-sidecar init containers are immutable'));
    }
  });
  if (errors.length > 0 || known.length > 0) return errors;
  return equalJson(withoutLists(spec), withoutLists(before))
    ? []
    : [fieldForbidden('spec', 'only cpu and memory resources are mutable')];
}

/** A container without the resources that a resize may change. */
function withoutCompute({ resources, ...container }: JsonObject): JsonObject {
  const kept = (list: JsonValue | undefined): JsonObject =>
    Object.fromEntries(Object.entries(isJsonObject(list) ? list : {}).filter(([name]) => !changeable.includes(name)));
  return { ...container, limits: kept(at(resources, 'limits')), requests: kept(at(resources, 'requests')) };
}

function withoutLists(whole: JsonObject): JsonObject {
  const { containers: _, initContainers: __, resources, ...spec } = whole;
  return { ...spec, resources: withoutCompute({ resources: resources ?? {} }) };
}

const ownSpec = (pod: FrozenObject): JsonObject => (pod.spec ?? {}) as JsonObject;

/** Only the spec of a pod changes, and only like this. */
function keepRest(pod: ApiObject, old: FrozenObject, spec: JsonObject): void {
  pod.spec = spec;
  pod.status = (old.status ?? {}) as JsonObject;
  const { labels, annotations, finalizers, ownerReferences } = old.metadata;
  const metadata: { [field: string]: unknown } = pod.metadata;
  for (const [field, value] of Object.entries({ labels, annotations, finalizers, ownerReferences })) {
    if (value === undefined) delete metadata[field];
    else metadata[field] = value;
  }
}

function raiseGeneration(pod: ApiObject, old: FrozenObject): void {
  if (!equalJson(pod.spec, old.spec)) pod.metadata.generation = (old.metadata.generation ?? 0) + 1;
}
