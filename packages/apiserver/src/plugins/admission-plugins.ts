import type { JsonObject } from '@kb/apimachinery';
import type { AdmissionPlugin } from '../admission/admission-plugin.ts';
import type { ServerContext } from '../context/server-context.ts';
import { limitRanger } from './limits/limit-ranger.ts';
import { mutatingPolicies } from '../policies/mutating-policies.ts';
import { validatingPolicies } from '../policies/validating-policies.ts';
import { alwaysDeny } from './always-deny.ts';
import { ConfigurationProblem, readPluginConfigurations } from './configuration/plugin-configurations.ts';
import { configuredMutatingWebhooks, configuredValidatingWebhooks } from './configuration/webhook-admission.ts';
import { eventRateLimit } from './events/event-rate-limit.ts';
import { namespaceAutoProvision } from './namespaces/namespace-auto-provision.ts';
import { namespaceExists } from './namespaces/namespace-exists.ts';
import { defaultIngressClass } from './networking/default-ingress-class.ts';
import { denyServiceExternalIPs } from './networking/deny-service-external-ips.ts';
import { alwaysPullImages } from './pods/always-pull-images.ts';
import { extendedResourceToleration } from './pods/extended-resource-toleration.ts';
import { limitPodHardAntiAffinityTopology } from './pods/limit-pod-hard-anti-affinity-topology.ts';
import { nodeDeclaredFeatureValidator } from './pods/node-declared-feature-validator.ts';
import { podNodeSelector } from './pods/pod-node-selector.ts';
import { podTolerationRestriction } from './pods/pod-toleration-restriction.ts';
import { podResizeValidator } from './pods/pod-resize-validator.ts';
import { podTopologyLabels } from './pods/pod-topology-labels.ts';
import { runtimeClass } from './pods/runtime-class.ts';
import { persistentVolumeClaimResize } from './storage/persistent-volume-claim-resize.ts';
import { namespaceLifecycle } from './namespaces/namespace-lifecycle.ts';
import { nodeRestriction } from './node-restriction/node-restriction.ts';
import { taintNodesByCondition } from './nodes/taint-nodes-by-condition.ts';
import { defaultTolerationSeconds } from './pods/default-toleration-seconds.ts';
import { priority } from './pods/priority.ts';
import { ownerReferencesPermissionEnforcement } from './owner-references-permission-enforcement.ts';
import { podSecurity } from './pod-security/pod-security.ts';
import { resourceQuota } from './quotas/resource-quota.ts';
import { serviceAccount } from './service-accounts/service-account.ts';
import {
  type AdmissionPluginName,
  admissionPluginNames,
  AdmissionPluginsError,
  enabledPluginNames,
  type PluginSelection,
} from './plugin-names.ts';
import { defaultStorageClass } from './storage/default-storage-class.ts';
import { storageObjectInUseProtection } from './storage/storage-object-in-use-protection.ts';

/** Creates a plugin for a server, with its configuration. Throws a {@link ConfigurationProblem}. */
type PluginFactory = (server: ServerContext, configuration: JsonObject | undefined) => AdmissionPlugin;

/**
 * The plugins by their names in kube-apiserver. Those of its plugins that are missing here have no effect: what they
 * act on does not exist in this server, or `docs/compatibility.md` lists them as not enforced.
 */
const factories: { readonly [Name in AdmissionPluginName]?: PluginFactory } = {
  AlwaysAdmit: () => ({ name: 'AlwaysAdmit' }),
  NamespaceAutoProvision: namespaceAutoProvision,
  NamespaceLifecycle: namespaceLifecycle,
  NamespaceExists: namespaceExists,
  LimitPodHardAntiAffinityTopology: () => limitPodHardAntiAffinityTopology,
  LimitRanger: limitRanger,
  ServiceAccount: serviceAccount,
  NodeRestriction: nodeRestriction,
  TaintNodesByCondition: () => taintNodesByCondition,
  AlwaysPullImages: () => alwaysPullImages,
  PodSecurity: podSecurity,
  PodNodeSelector: podNodeSelector,
  PodTolerationRestriction: podTolerationRestriction,
  EventRateLimit: eventRateLimit,
  Priority: priority,
  DefaultTolerationSeconds: () => defaultTolerationSeconds,
  ExtendedResourceToleration: () => extendedResourceToleration,
  DefaultStorageClass: defaultStorageClass,
  StorageObjectInUseProtection: () => storageObjectInUseProtection,
  OwnerReferencesPermissionEnforcement: ownerReferencesPermissionEnforcement,
  PersistentVolumeClaimResize: persistentVolumeClaimResize,
  RuntimeClass: runtimeClass,
  DefaultIngressClass: defaultIngressClass,
  DenyServiceExternalIPs: () => denyServiceExternalIPs,
  PodTopologyLabels: podTopologyLabels,
  NodeDeclaredFeatureValidator: nodeDeclaredFeatureValidator,
  PodResizeValidator: podResizeValidator,
  MutatingAdmissionPolicy: mutatingPolicies,
  MutatingAdmissionWebhook: configuredMutatingWebhooks,
  ValidatingAdmissionPolicy: validatingPolicies,
  ValidatingAdmissionWebhook: configuredValidatingWebhooks,
  ResourceQuota: resourceQuota,
  AlwaysDeny: () => alwaysDeny,
};

/** The plugins that act in this server. */
export const implementedPlugins: ReadonlySet<string> = new Set(Object.keys(factories));

/**
 * Creates the enabled plugins of a server, in the order in which they run. `configuration`: an AdmissionConfiguration,
 * if there is one. Throws an {@link AdmissionPluginsError} for unknown names and for a configuration that
 * kube-apiserver refuses.
 */
export function admissionPlugins(
  server: ServerContext,
  selection: PluginSelection,
  configuration?: object,
): AdmissionPlugin[] {
  const configurations = explained('', () => readPluginConfigurations(configuration, admissionPluginNames));
  return enabledPluginNames(selection).flatMap((name) => {
    const create = factories[name];
    const start = `couldn't init admission plugin "${name}": `;
    return create ? explained(start, () => create(server, configurations.get(name))) : [];
  });
}

/** Returns what a function returns. Throws an {@link AdmissionPluginsError} for a problem of the configuration. */
function explained<T>(start: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ConfigurationProblem)) throw error;
    throw new AdmissionPluginsError(`${start}${error.message}`, { cause: error });
  }
}
