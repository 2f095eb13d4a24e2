import { expect, test } from 'vitest';
import { fieldOwners } from './field-owners.ts';

const object = {
  spec: {
    replicas: 2,
    selector: { app: 'web' },
    containers: [{ name: 'a' }, { name: 'b', image: 'x' }],
    tags: ['t', 'u'],
  },
};
const managed = [
  {
    manager: 'kubectl',
    operation: 'Apply',
    time: '2026-01-01T00:00:00Z',
    fieldsV1: {
      'f:spec': {
        'f:replicas': {},
        'f:selector': {},
        'f:containers': { 'k:{"name":"b"}': { '.': {}, 'f:image': {} } },
        'f:tags': { 'v:"u"': {} },
      },
    },
  },
  { manager: 'autoscaler', operation: 'Update', subresource: 'scale', fieldsV1: { 'f:spec': { 'f:replicas': {} } } },
];

test.each([
  [
    ['spec', 'replicas'],
    ['kubectl', 'autoscaler'],
  ],
  [['spec', 'selector', 'app'], ['kubectl']],
  [['spec', 'containers', 1, 'image'], ['kubectl']],
  [['spec', 'containers', 0, 'name'], []],
  [['spec', 'tags', 1], ['kubectl']],
  [['spec', 'tags', 0], []],
  [['metadata', 'name'], []],
])('%j is owned by %j', (path, expected) => {
  expect(fieldOwners(object, managed)(path).map(({ manager }) => manager)).toEqual(expected);
});

test('sets that do not fit the object are passed over', () => {
  for (const fieldsV1 of [null, 1, { 'k:not json': {} }, { 'f:spec': { 'k:{"name":"z"}': {}, 'i:9': {}, 'v:{': {} } }])
    expect(fieldOwners(object, [{ fieldsV1 }])(['spec', 'replicas'])).toEqual([]);
});
