import { type JsonObject, setOwn } from '@kb/apimachinery';
import { toBytes } from '../http/encode.ts';
import { type ApiObject, ensureObject, isJsonObject, objectsIn, own } from '../objects/api-object.ts';
import { withAnnotations } from '../resources/autoscalers/annotations.ts';
import { isBlank, isUnset, setDefaults, setTextDefaults } from './set-default.ts';
import { defaultOldVolume } from './old-volumes.ts';
import { scalarText } from '../objects/scalar-text.ts';
import { toBase64 } from '../serializer/base64.ts';

const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** The defaults of RoleBindings and ClusterRoleBindings. */
export function defaultRoleBinding(binding: ApiObject): void {
  const roleRef = own(binding, 'roleRef');
  if (isJsonObject(roleRef)) setTextDefaults(roleRef, { apiGroup: RBAC_GROUP });
  for (const subject of objectsIn(binding.subjects)) {
    if (subject.kind === 'User' || subject.kind === 'Group') setTextDefaults(subject, { apiGroup: RBAC_GROUP });
  }
}

/** The defaults of a Secret: what is given as text becomes data. */
export function defaultSecret(secret: ApiObject): void {
  if (isBlank(own(secret, 'type'))) secret.type = 'Opaque';
  const texts = secret.stringData;
  delete secret.stringData;
  if (!isJsonObject(texts)) return;
  const data = ensureObject(secret, 'data');
  for (const [key, text] of Object.entries(texts)) setOwn(data, key, toBase64(toBytes(scalarText(text))));
}

/** The defaults of a Namespace. */
export function defaultNamespace(namespace: ApiObject): void {
  const { name } = namespace.metadata;
  if (name) namespace.metadata.labels = { ...namespace.metadata.labels, 'kubernetes.io/metadata.name': name };
  setTextDefaults(ensureObject(namespace, 'status'), { phase: 'Active' });
}

/** The defaults of a Node. */
export function defaultNode(node: ApiObject): void {
  // The conversion to the internal type does it: who knows one address range knows the list of them.
  const spec = ensureObject(node, 'spec');
  if (spec.podCIDR && isUnset(spec.podCIDRs)) spec.podCIDRs = [spec.podCIDR];
  const status = ensureObject(node, 'status');
  if (isUnset(status.allocatable) && isJsonObject(status.capacity)) status.allocatable = { ...status.capacity };
}

/** The defaults of a PersistentVolumeClaim. */
export function defaultPersistentVolumeClaim(claim: ApiObject): void {
  const spec = ensureObject(claim, 'spec');
  setDefaults(spec, { volumeMode: 'Filesystem' });
  setTextDefaults(ensureObject(claim, 'status'), { phase: 'Pending' });
}

/** The defaults of a PersistentVolume. */
export function defaultPersistentVolume(volume: ApiObject): void {
  const spec = ensureObject(volume, 'spec');
  setTextDefaults(spec, { persistentVolumeReclaimPolicy: 'Retain' });
  setDefaults(spec, { volumeMode: 'Filesystem' });
  setTextDefaults(ensureObject(volume, 'status'), { phase: 'Pending' });
  if (isJsonObject(spec.hostPath)) setDefaults(spec.hostPath, { type: '' });
  defaultOldVolume(spec);
}

/** The defaults of a StorageClass. */
export function defaultStorageClass(storageClass: ApiObject): void {
  const object = storageClass as JsonObject & ApiObject;
  setDefaults(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' });
}

/** The defaults of an IngressClass. */
export function defaultIngressClass(ingressClass: ApiObject): void {
  const parameters = own(ingressClass.spec, 'parameters');
  if (isJsonObject(parameters)) setDefaults(parameters, { scope: 'Cluster' });
}

/** The defaults of a CSIDriver. */
export function defaultCSIDriver(driver: ApiObject): void {
  const spec = ensureObject(driver, 'spec');
  setDefaults(spec, {
    attachRequired: true,
    podInfoOnMount: false,
    storageCapacity: false,
    fsGroupPolicy: 'ReadWriteOnceWithFSType',
    requiresRepublish: false,
    seLinuxMount: false,
  });
  if (!Array.isArray(spec.volumeLifecycleModes) || spec.volumeLifecycleModes.length === 0)
    spec.volumeLifecycleModes = ['Persistent'];
}

/** The defaults of a PriorityClass. */
export function defaultPriorityClass(priorityClass: ApiObject): void {
  setDefaults(priorityClass as JsonObject & ApiObject, { preemptionPolicy: 'PreemptLowerPriority' });
}

/** The defaults of a HorizontalPodAutoscaler (autoscaling/v2). */
export function defaultHorizontalPodAutoscaler(autoscaler: ApiObject): void {
  // What the older version keeps in annotations this one has fields for.
  autoscaler.metadata = withAnnotations(autoscaler.metadata);
  const spec = ensureObject(autoscaler, 'spec');
  setDefaults(spec, { minReplicas: 1 });
  if (!Array.isArray(spec.metrics) || spec.metrics.length === 0) {
    spec.metrics = [
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
    ];
  }
  if (!isJsonObject(spec.behavior)) return;
  const [fast, all] = [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ];
  setDefaults(ensureObject(spec.behavior, 'scaleUp'), {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [fast, all],
  });
  setDefaults(ensureObject(spec.behavior, 'scaleDown'), { selectPolicy: 'Max', policies: [all] });
}

/** The defaults of the two kinds of webhook configurations. */
export function defaultWebhooks(configuration: ApiObject): void {
  for (const webhook of objectsIn(configuration.webhooks)) {
    setDefaults(webhook, {
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
      namespaceSelector: {},
      objectSelector: {},
      timeoutSeconds: 10,
    });
    if (configuration.kind === 'MutatingWebhookConfiguration') setDefaults(webhook, { reinvocationPolicy: 'Never' });
    for (const rule of objectsIn(webhook.rules)) setDefaults(rule, { scope: '*' });
    const service = own(webhook.clientConfig, 'service');
    if (isJsonObject(service)) setDefaults(service, { port: 443 });
  }
}

/** The defaults of a LimitRange. */
export function defaultLimitRange(limitRange: ApiObject): void {
  for (const limit of objectsIn(own(limitRange.spec, 'limits'))) {
    if (limit.type !== 'Container') continue;
    fill(ensureObject(limit, 'default'), limit.max);
    fill(ensureObject(limit, 'defaultRequest'), limit.default);
    fill(ensureObject(limit, 'defaultRequest'), limit.min);
  }
}

function fill(target: JsonObject, from: unknown): void {
  if (isJsonObject(from)) setDefaults(target, from);
}
