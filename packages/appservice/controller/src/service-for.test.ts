import { expect, test } from 'vitest';
import { serviceFor } from './service-for.ts';
import { anApp } from './test-support/an-app.ts';

test.each([{ ports: undefined }, { ports: [] }])('no Service with ports $ports', ({ ports }) => {
  expect(serviceFor(anApp({ ...(ports && { ports }) }))).toBeUndefined();
});

test.each([
  { what: 'a port', ports: [{ port: 80 }], type: 'ClusterIP', want: [{ port: 80, protocol: 'TCP' }] },
  {
    what: 'a node port',
    ports: [{ port: 80, nodePort: 30_080 }],
    type: 'NodePort',
    want: [{ port: 80, protocol: 'TCP', nodePort: 30_080 }],
  },
  {
    what: 'several',
    ports: [
      { name: 'a', port: 80, targetPort: 8080 },
      { name: 'b', port: 53, protocol: 'UDP' },
    ],
    type: 'ClusterIP',
    want: [
      { name: 'a', port: 80, targetPort: 8080, protocol: 'TCP' },
      { name: 'b', port: 53, protocol: 'UDP' },
    ],
  },
])('$what', ({ ports, type, want }) => {
  const service = serviceFor(anApp({ ports }));
  expect(service?.metadata.name).toBe('web');
  expect(service?.spec).toEqual({
    type,
    selector: { 'app.kubernetes.io/name': 'appservice', 'app.kubernetes.io/instance': 'web' },
    ports: want,
  });
});
