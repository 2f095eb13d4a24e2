import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Manifest } from '../manifests/manifests.ts';
import { parseImage, setManagerImage } from './image.ts';

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

test.each([
  ['controller', { repository: 'controller', tag: undefined, digest: undefined }],
  ['controller:latest', { repository: 'controller', tag: 'latest', digest: undefined }],
  ['team/operator:v1', { repository: 'team/operator', tag: 'v1', digest: undefined }],
  ['localhost/operator', { repository: 'localhost/operator', tag: undefined, digest: undefined }],
  ['localhost:5000/operator', { repository: 'localhost:5000/operator', tag: undefined, digest: undefined }],
  [
    'Registry.example.com:5000/a/b:V1_x',
    { repository: 'Registry.example.com:5000/a/b', tag: 'V1_x', digest: undefined },
  ],
  ['[fd00::1]:5000/a', { repository: '[fd00::1]:5000/a', tag: undefined, digest: undefined }],
  [`a/b@${digest}`, { repository: 'a/b', tag: undefined, digest }],
  [`r.example.com:5000/a/b:v1@${digest}`, { repository: 'r.example.com:5000/a/b', tag: 'v1', digest }],
])('%s', (text, want) => {
  expect(parseImage(text)).toEqual(want);
});

test.each([
  '',
  ' ',
  'Operator',
  'a//b',
  '/a',
  'a/',
  'a:',
  ':v1',
  'a:v1:v2',
  'a b',
  'https://registry.example.com/a',
  'a@sha256:abc',
  `a@${digest}@${digest}`,
  'registry.example.com:port/a',
  `a:${'x'.repeat(129)}`,
  'a'.repeat(256),
  '-a',
  'a-',
])('%j is refused', (text) => {
  expect(() => parseImage(text)).toThrow(
    expect.objectContaining({ code: 'KB_INVALID_IMAGE', hint: expect.stringContaining('--image') }),
  );
});

test('the parts of any accepted name make it up again', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zA-Z0-9.:/@_-]{0,40}$/), (text) => {
      let parts;
      try {
        parts = parseImage(text);
      } catch {
        return;
      }
      const { repository, tag, digest: by } = parts;
      expect(`${repository}${tag === undefined ? '' : `:${tag}`}${by === undefined ? '' : `@${by}`}`).toBe(text);
    }),
  );
});

function deployment(name: string, containers: readonly string[], labels: Record<string, string> = {}): Manifest {
  const spec = {
    template: { spec: { containers: containers.map((of) => ({ name: of, image: 'controller:latest' })) } },
  };
  const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, labels }, spec };
  return { file: 'a', object };
}

const labels = { 'control-plane': 'controller-manager' };

test('the image of the container manager is replaced, and nothing else', () => {
  const other = deployment('other', ['manager']);
  const manifests = [other, deployment('operator', ['proxy', 'manager'], labels)];
  const before = structuredClone(manifests);
  const [first, second] = setManagerImage(manifests, 'a:v1');
  expect(first).toBe(other);
  expect(second?.object).toMatchObject({
    spec: {
      template: {
        spec: {
          containers: [
            { name: 'proxy', image: 'controller:latest' },
            { name: 'manager', image: 'a:v1' },
          ],
        },
      },
    },
  });
  expect(manifests).toEqual(before);
});

test.each([
  ['none', []],
  ['no container of that name', [deployment('a', ['other'], labels)]],
  ['two without the label', [deployment('a', ['manager']), deployment('b', ['manager'])]],
  ['two with the label', [deployment('a', ['manager'], labels), deployment('b', ['manager'], labels)]],
])('Deployments of the operator: %s', (_what, manifests) => {
  expect(() => setManagerImage(manifests, 'a:v1')).toThrow(expect.objectContaining({ code: 'KB_MANAGER_NOT_FOUND' }));
});
