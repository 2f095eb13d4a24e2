import { apiVersionOf, type Resource } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { handleName } from '../scripts/wire-types/handle-name.ts';
import { kinds } from './data/kinds.ts';

describe('handleName', () => {
  test.each([
    ['Deployment', 'deployments', 'deployments'],
    ['ConfigMap', 'configmaps', 'configMaps'],
    ['Endpoints', 'endpoints', 'endpoints'],
    ['EndpointSlice', 'endpointslices', 'endpointSlices'],
    ['NetworkPolicy', 'networkpolicies', 'networkPolicies'],
    ['Ingress', 'ingresses', 'ingresses'],
    ['IngressClass', 'ingressclasses', 'ingressClasses'],
    ['CSIDriver', 'csidrivers', 'csiDrivers'],
    ['APIService', 'apiservices', 'apiServices'],
    ['IPAddress', 'ipaddresses', 'ipAddresses'],
    ['ServiceCIDR', 'servicecidrs', 'serviceCIDRs'],
    ['ComponentStatus', 'componentstatuses', 'componentStatuses'],
  ])('%s, %s: %s', (kind, plural, want) => {
    expect(handleName(kind, plural)).toBe(want);
  });
});

test('every kind has its handle, and there are no others', async () => {
  const modules = new Set(kinds().map(({ type }) => type.slice(0, type.lastIndexOf('.'))));
  const found: string[] = [];
  for (const name of modules) {
    const module: { [handle: string]: Resource } = await import(
      /* @vite-ignore */ new URL(`${name}.ts`, import.meta.url).href
    );
    for (const [handle, resource] of Object.entries(module)) {
      expect(handle).toBe(handleName(resource.kind, resource.plural));
      const { kind, namespaced, subresources = [] } = resource;
      found.push(`${apiVersionOf(resource)} ${resource.plural} ${kind} ${namespaced} ${subresources.join()}`);
    }
  }
  const want = kinds().map((each) => {
    const { plural, kind, scope, subresources } = each;
    return `${apiVersionOf(each)} ${plural} ${kind} ${scope === 'Namespaced'} ${subresources.map(({ name }) => name).join()}`;
  });
  expect(found.toSorted()).toEqual(want.toSorted());
});
