import { fieldForbidden, fieldInvalid, type JsonObject } from '@kb/apimachinery';
import { at, ensureObject, objectsIn } from '../../../objects/api-object.ts';
import { booleanAt, textAt } from '../../../resources/field-labels.ts';
import type { BuiltInKind } from '../../shared/built-in-kind.ts';
import { withSpecAndStatus } from '../../shared/generic-strategy.ts';
import {
  copyAppArmorProfiles,
  validateAppArmorAnnotations,
  validateAppArmorMatch,
} from '../../shared/pods/app-armor.ts';
import { nameWarnings, podWarnings } from '../../shared/pods/pod-warnings.ts';
import { validatePodSpec } from '../../shared/pods/validate-pod-spec.ts';
import { defaultPod } from './default-pod.ts';
import { podColumns } from './pod-columns.ts';
import { ephemeralContainersStrategy, resizeStrategy } from './pod-subresource-strategies.ts';
import { podSubresources } from './pod-subresources.ts';
import { qosClassOf } from './qos-class.ts';
import { validatePodUpdate } from './validate-pod-update.ts';

/** Pod: containers that run together on a node. Only a few fields of its spec can change. */
export const pod: BuiltInKind = {
  group: '',
  kind: 'Pod',
  defaults: defaultPod,
  subresources: podSubresources,
  strategy: {
    ...withSpecAndStatus,
    returnsDeletedObject: true,
    prepareForCreate: (pod, { now, warn = () => undefined }) => {
      copyAppArmorProfiles(pod, warn);
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
      const errors = [
        ...validateAppArmorAnnotations(pod, 'metadata.annotations'),
        ...validatePodSpec(pod.spec ?? {}, 'spec'),
      ];
      if (objectsIn(pod.spec?.ephemeralContainers).length > 0)
        errors.push(fieldForbidden('spec.ephemeralContainers', 'cannot be set on create'));
      errors.push(...validateAppArmorMatch(pod));
      return errors;
    },
    validateUpdate: validatePodUpdate,
    // Updates give no warnings, because humans hardly ever make them.
    warnings: (pod, old) =>
      old ? [] : [...nameWarnings(pod, "this is used in the Pod's hostname"), ...podWarnings(pod, '')],
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
  },
  columns: podColumns,
  fieldLabels: {
    values: {
      'spec.host': (pod) => textAt(pod, 'spec.nodeName'),
      'spec.hostNetwork': (pod) => booleanAt(pod, 'spec.hostNetwork'),
      // Selectors may name it, but it is empty for every Pod.
      'status.podIPs': () => '',
    },
  },
};
