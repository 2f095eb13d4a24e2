import { describe, expect, test } from 'vitest';
import { deploymentFor } from './deployment-for.ts';
import { anApp } from './test-support/an-app.ts';

const containerOf = (spec: Parameters<typeof anApp>[0]): unknown =>
  deploymentFor(anApp(spec)).spec?.template?.spec?.containers?.[0];

describe('the Deployment of an AppService', () => {
  test('sets only the fields that the operator decides', () => {
    const labels = { 'app.kubernetes.io/name': 'appservice', 'app.kubernetes.io/instance': 'web' };
    expect(deploymentFor(anApp({ replicas: 2 }))).toEqual({
      metadata: {
        name: 'web',
        namespace: 'default',
        labels: { ...labels, 'app.kubernetes.io/managed-by': 'appservice-operator' },
      },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels: { ...labels, 'app.kubernetes.io/managed-by': 'appservice-operator' } },
          spec: { containers: [{ name: 'app', image: 'nginx:1' }] },
        },
      },
    });
  });

  test.each([
    { replicas: undefined, want: 1 },
    { replicas: 0, want: 0 },
    { replicas: 5, want: 5 },
  ])('replicas $replicas: $want', ({ replicas, want }) => {
    expect(deploymentFor(anApp({ ...(replicas !== undefined && { replicas }) })).spec?.replicas).toBe(want);
  });

  test.each([
    { what: 'resources', spec: { resources: { limits: { cpu: '1' } } }, want: { resources: { limits: { cpu: '1' } } } },
    { what: 'environment', spec: { envs: [{ name: 'A', value: '1' }] }, want: { env: [{ name: 'A', value: '1' }] } },
    { what: 'an empty environment', spec: { envs: [] }, want: {} },
    { what: 'a port', spec: { ports: [{ port: 80 }] }, want: { ports: [{ containerPort: 80, protocol: 'TCP' }] } },
    {
      what: 'a target by number',
      spec: { ports: [{ port: 80, targetPort: 8080 }] },
      want: { ports: [{ containerPort: 8080, protocol: 'TCP' }] },
    },
    {
      what: 'a target by name',
      spec: { ports: [{ port: 80, targetPort: 'http' }] },
      want: { ports: [{ containerPort: 80, protocol: 'TCP', name: 'http' }] },
    },
    {
      what: 'two ports with one target, and another protocol',
      spec: {
        ports: [
          { port: 80, targetPort: 8080 },
          { port: 81, targetPort: 8080 },
          { port: 53, protocol: 'UDP' },
        ],
      },
      want: {
        ports: [
          { containerPort: 8080, protocol: 'TCP' },
          { containerPort: 53, protocol: 'UDP' },
        ],
      },
    },
    { what: 'no ports', spec: { ports: [] }, want: {} },
  ])('$what', ({ spec, want }) => {
    expect(containerOf(spec)).toEqual({ name: 'app', image: 'nginx:1', ...want });
  });
});
