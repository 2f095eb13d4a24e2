import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { createApiServer } from '../server/api-server.ts';

const admission = (name: string, configuration: object): object => ({
  apiVersion: 'apiserver.config.k8s.io/v1',
  kind: 'AdmissionConfiguration',
  plugins: [{ name, configuration }],
});
const podSecurity = (fields: object): object =>
  admission('PodSecurity', {
    apiVersion: 'pod-security.admission.config.k8s.io/v1',
    kind: 'PodSecurityConfiguration',
    ...fields,
  });
const eventLimits = (limits: readonly object[]): object =>
  admission('EventRateLimit', {
    apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1',
    kind: 'Configuration',
    limits,
  });

// What kube-apiserver says before it exits, without the part that says in which phase it does.
test.each([
  [
    podSecurity({ defaults: { enforce: 'baseling', 'warn-version': 'v2' } }),
    'PodSecurity configuration error: [enforce: must be one of privileged, baseline, restricted, warn-version: must be "latest" or "v1.x"]',
  ],
  [podSecurity({ exemptions: { usernames: ['a', 'a'] } }), 'exemptions.usernames[1]: Duplicate value: "a"'],
  [
    podSecurity({ defaultz: {} }),
    'couldn\'t init admission plugin "PodSecurity": strict decoding error: unknown field "defaultz"',
  ],
  [
    admission('PodSecurity', { defaults: {} }),
    "couldn't init admission plugin \"PodSecurity\": Object 'Kind' is missing in '{\"defaults\":{}}'",
  ],
  [
    {
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'AdmissionConfiguration',
      plugins: [{ name: 'PodSecurity', confguration: 1 }],
    },
    'failed to read plugin config: strict decoding error: unknown field "plugins[0].confguration"',
  ],
  [
    eventLimits([{ type: 'Namespace', qps: 0, burst: 0, cacheSize: -1 }]),
    'couldn\'t init admission plugin "EventRateLimit": [limits[0].burst: Invalid value: 0: must be positive, limits[0].qps: Invalid value: 0: must be positive, limits[0].cacheSize: Invalid value: -1: must not be negative]',
  ],
  [eventLimits([]), 'couldn\'t init admission plugin "EventRateLimit": limits: Invalid value: null: must not be empty'],
  [
    admission('PodTolerationRestriction', {
      apiVersion: 'podtolerationrestriction.admission.k8s.io/v1alpha1',
      kind: 'Configuration',
      whitelist: [{ tolerationSeconds: 'a' }],
    }),
    'json: cannot unmarshal string into Go struct field Toleration.whitelist.tolerationSeconds of type int64',
  ],
  [admission('PodSecurit', {}), 'there is no admission plugin "PodSecurit"'],
])('%j is refused', (admissionConfiguration, message) => {
  const enableAdmissionPlugins = JSON.stringify(admissionConfiguration).includes('EventRateLimit')
    ? ['EventRateLimit']
    : ['PodTolerationRestriction'];
  expect(() =>
    createApiServer({ clock: createVirtualClock(), enableAdmissionPlugins, admissionConfiguration }),
  ).toThrow(message);
});
