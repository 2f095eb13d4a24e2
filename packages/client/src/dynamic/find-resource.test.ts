import { expect, test } from 'vitest';
import type { DiscoveredResource } from './discovery.ts';
import { findResource } from './find-resource.ts';

const resource = (
  group: string,
  version: string,
  plural: string,
  kind: string,
  shortNames: string[] = [],
): DiscoveredResource => ({
  group,
  version,
  plural,
  kind,
  shortNames,
  namespaced: true,
  subresources: [],
  categories: [],
  verbs: [],
  singular: kind.toLowerCase(),
});

const resources = [
  resource('', 'v1', 'pods', 'Pod', ['po']),
  resource('', 'v1', 'events', 'Event', ['ev']),
  resource('', 'v1', 'endpoints', 'Endpoints', ['ep']),
  resource('apps', 'v1', 'deployments', 'Deployment', ['deploy']),
  resource('apps', 'v1beta1', 'deployments', 'Deployment', ['deploy']),
  resource('events.k8s.io', 'v1', 'events', 'Event', ['ev']),
  resource('batch.example.com', 'v1', 'appservices', 'AppService', ['po']),
  resource('batch.example.com', 'v1alpha1', 'appservices', 'AppService'),
  resource('z.example.com', 'v1', 'deploys', 'Deploy'),
  resource('metrics.k8s.io', 'v1beta1', 'pods', 'PodMetrics'),
];

test.each([
  ['pods', 'pods.v1.'],
  ['pod', 'pods.v1.'],
  ['po', 'pods.v1.'],
  ['Pod', 'pods.v1.'],
  ['PODS', 'pods.v1.'],
  ['ev', 'events.v1.'],
  ['events.events.k8s.io', 'events.v1.events.k8s.io'],
  ['events.v1.events.k8s.io', 'events.v1.events.k8s.io'],
  ['events.events', 'events.v1.events.k8s.io'],
  ['deploy', 'deploys.v1.z.example.com'],
  ['deploy.apps', 'deployments.v1.apps'],
  ['deployments.v1.', 'deployments.v1.apps'],
  ['po.', 'pods.v1.'],
  ['deployment.apps', 'deployments.v1.apps'],
  ['deployments.v1beta1.apps', 'deployments.v1beta1.apps'],
  ['deploy.v1beta1.apps', 'deployments.v1beta1.apps'],
  ['appservices.batch.example.com', 'appservices.v1.batch.example.com'],
  ['appservice.v1alpha1.batch.example.com', 'appservices.v1alpha1.batch.example.com'],
  ['podmetrics', 'pods.v1beta1.metrics.k8s.io'],
  ['pods.metrics.k8s.io', 'pods.v1beta1.metrics.k8s.io'],
  ['endpoints', 'endpoints.v1.'],
  ['widgets', undefined],
  ['pods.apps', undefined],
  ['deployments.v2.apps', undefined],
  ['', undefined],
  ['.', undefined],
])('%s', (name, expected) => {
  const found = findResource(name, resources);
  expect(found && `${found.plural}.${found.version}.${found.group}`).toBe(expected);
});
