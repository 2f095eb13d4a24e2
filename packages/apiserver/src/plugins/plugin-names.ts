/** The names of kube-apiserver's admission plugins, in the order in which they run. */
export const admissionPluginNames = [
  'AlwaysAdmit',
  'NamespaceAutoProvision',
  'NamespaceLifecycle',
  'NamespaceExists',
  'LimitPodHardAntiAffinityTopology',
  'LimitRanger',
  'ServiceAccount',
  'NodeRestriction',
  'TaintNodesByCondition',
  'AlwaysPullImages',
  'ImagePolicyWebhook',
  'PodSecurity',
  'PodNodeSelector',
  'Priority',
  'DefaultTolerationSeconds',
  'PodTolerationRestriction',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'PodGroupProtection',
  'OwnerReferencesPermissionEnforcement',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'ClusterTrustBundleAttest',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'DenyServiceExternalIPs',
  'PodTopologyLabels',
  'PodGroupWorkloadExists',
  'NodeDeclaredFeatureValidator',
  'JobValidation',
  'PodResizeValidator',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
  'ResourceQuota',
  'AlwaysDeny',
] as const;

/** The name of one of kube-apiserver's admission plugins. */
export type AdmissionPluginName = (typeof admissionPluginNames)[number];

/** The plugins that run only if they are enabled by name. */
export const offByDefault: ReadonlySet<AdmissionPluginName> = new Set<AdmissionPluginName>([
  'AlwaysAdmit',
  'NamespaceAutoProvision',
  'NamespaceExists',
  'LimitPodHardAntiAffinityTopology',
  'NodeRestriction',
  'AlwaysPullImages',
  'ImagePolicyWebhook',
  'PodNodeSelector',
  'PodTolerationRestriction',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'OwnerReferencesPermissionEnforcement',
  'DenyServiceExternalIPs',
  'AlwaysDeny',
]);

/** Plugins that do not start without a configuration, which this server does not take. */
const configured: readonly string[] = ['ImagePolicyWebhook'] satisfies AdmissionPluginName[];

/** Plugins that are enabled and disabled by name, as `--enable-admission-plugins` and its opposite do. */
export interface PluginSelection {
  /** Enabled in addition to those that are on by default. Default: none. */
  readonly enable?: readonly string[] | undefined;
  /** Disabled although they are on by default; {@link enable} wins. Default: none. */
  readonly disable?: readonly string[] | undefined;
}

/** The error of a selection with names that kube-apiserver does not know, or that are in both lists. */
export class AdmissionPluginsError extends Error {
  override readonly name = 'AdmissionPluginsError';
}

/**
 * Returns the names of the enabled plugins, in the order in which they run. Throws an {@link AdmissionPluginsError}
 * with kube-apiserver's message.
 */
export function enabledPluginNames({ enable = [], disable = [] }: PluginSelection): AdmissionPluginName[] {
  const known = new Set<string>(admissionPluginNames);
  const unknown = (flag: string, names: readonly string[]): string[] =>
    names.filter((name) => !known.has(name)).map((name) => `${flag} plugin ${JSON.stringify(name)} is unknown`);
  const both = [...new Set(enable)].filter((name) => disable.includes(name)).sort();
  const problems = [
    ...unknown('enable-admission-plugins', enable),
    ...unknown('disable-admission-plugins', disable),
    ...(both.length === 0
      ? []
      : [`[${both.join(' ')}] in enable-admission-plugins and disable-admission-plugins overlapped`]),
  ];
  for (const name of enable)
    if (configured.includes(name)) problems.push(`couldn't init admission plugin "${name}": it has no configuration`);
  if (problems.length > 0)
    throw new AdmissionPluginsError(problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`);
  return admissionPluginNames.filter(
    (name) => enable.includes(name) || !(offByDefault.has(name) || disable.includes(name)),
  );
}
