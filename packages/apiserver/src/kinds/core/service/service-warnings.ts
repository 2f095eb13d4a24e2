import type { JsonObject } from '@kb/apimachinery';
import type { ApiObject } from '../../../objects/api-object.ts';
import { scalarText } from '../../../objects/scalar-text.ts';

/** Warnings about a Service that is accepted: ignored and deprecated fields. */
export function serviceWarnings({ metadata, spec = {} }: ApiObject): string[] {
  const warnings: string[] = [];
  if (metadata.annotations?.['service.kubernetes.io/topology-aware-hints'] !== undefined) {
    warnings.push(
      'annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead',
    );
  }
  const headless = spec.type === 'ClusterIP' && spec.clusterIP === 'None';
  const external = spec.type === 'ExternalName';
  if (headless) warnings.push(...ignoredWithoutAddress(spec));
  if (hasItems(spec.externalIPs)) {
    if (external) warnings.push('spec.externalIPs is ignored when spec.type is "ExternalName"');
    else if (!headless)
      warnings.push('spec.externalIPs is deprecated and may no longer be implemented in some clusters');
  }
  if (!external && scalarText(spec.externalName) !== '')
    warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"');
  if (spec.trafficDistribution === 'PreferClose')
    warnings.push('spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"');
  return warnings;
}

function ignoredWithoutAddress(spec: JsonObject): string[] {
  const ignored = [
    ...(scalarText(spec.loadBalancerIP) === '' ? [] : ['loadBalancerIP']),
    ...(hasItems(spec.externalIPs) ? ['externalIPs'] : []),
    ...(spec.sessionAffinity === 'None' ? [] : ['SessionAffinity']),
  ];
  return ignored.map((field) => `spec.${field} is ignored for headless services`);
}

const hasItems = (list: unknown): boolean => Array.isArray(list) && list.length > 0;
