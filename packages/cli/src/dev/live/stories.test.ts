import type { KubernetesObject } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { createStories } from './stories.ts';

function object(kind: string, name: string, owner?: KubernetesObject): KubernetesObject {
  const ownerReferences = owner && [
    {
      apiVersion: owner.apiVersion,
      kind: owner.kind,
      name: owner.metadata.name,
      uid: owner.metadata.uid,
      controller: true,
    },
  ];
  const uid = `uid of ${name}`;
  return {
    apiVersion: 'v1',
    kind,
    metadata: {
      name,
      namespace: 'default',
      uid,
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00Z',
      ...(ownerReferences && { ownerReferences }),
    },
  };
}

test('a change belongs to the story of the topmost owner, also of one that was only named', () => {
  const stories = createStories();
  const [web, deployment] = [object('Web', 'web'), object('Deployment', 'web-deployment', object('Web', 'web'))];
  expect(stories.of(deployment)).toMatchObject({ kind: 'Web', name: 'web' });
  expect(stories.of(object('Pod', 'pod', deployment))).toMatchObject({ kind: 'Web', name: 'web' });
  expect(stories.of(web)).toMatchObject({ kind: 'Web', name: 'web' });
});

test('the objects of a long session are forgotten, those in use last', () => {
  const stories = createStories();
  const [web, other] = [object('Web', 'web'), object('Web', 'other')];
  const deployment = object('Deployment', 'deployment', web);
  const about = { ...object('Event', 'event'), regarding: { uid: other.metadata.uid, kind: 'by reference' } };
  stories.of(other);
  for (let count = 0; count < 12_000; count += 1) {
    stories.of(web);
    stories.of(deployment);
    stories.of(object('Pod', `pod-${count}`, deployment));
  }
  expect(stories.of(object('Pod', 'last', deployment))).toMatchObject({ kind: 'Web' });
  expect(stories.of(about)).toMatchObject({ kind: 'by reference' });
});
