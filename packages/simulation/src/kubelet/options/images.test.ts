import fc from 'fast-check';
import type { Pod } from '@kb/kubernetes/core/v1';
import { describe, expect, test } from 'vitest';
import { behaviorFromAnnotations } from './behavior-from-annotations.ts';
import type { ContainerBehavior } from './container-behavior.ts';
import { behaviorByImage, imageMatcher } from './images.ts';

describe('imageMatcher', () => {
  test.each([
    ['web:1', 'web:1', true],
    ['web:1', 'web:10', false],
    ['web:*', 'web:10', true],
    ['*', '', true],
    ['*/web:*', 'example.com/a/web:2', true],
    ['*/web:*', 'example.com/webs:2', false],
    ['a*a', 'a', false],
    ['a*b*c', 'a-b-c', true],
    ['a*b*b', 'a-b', false],
  ])('%s on %s: %s', (pattern, image, matches) => {
    expect(imageMatcher(pattern)(image)).toBe(matches);
  });

  test('agrees with a regular expression', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    const image = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });
    fc.assert(
      fc.property(text, image, (pattern, name) => {
        expect(imageMatcher(pattern)(name)).toBe(new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name));
      }),
    );
  });
});

const podWith = (annotations: Record<string, string>): Pod =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'default', annotations },
    spec: { containers: [{ name: 'c', image: 'web:1' }], initContainers: [{ name: 'i', image: 'init:1' }] },
  }) as unknown as Pod;

test('the first pattern that matches applies, and functions get the run', () => {
  const behaviorOf = behaviorByImage({
    'web:*': ({ restartCount }) => ({ exitCode: restartCount }),
    '*': { unready: true },
  });
  const pod = podWith({});
  const [container] = pod.spec.containers;
  expect(behaviorOf({ pod, container: container ?? { name: '' }, restartCount: 3 })).toEqual({ exitCode: 3 });
  expect(behaviorOf({ pod, container: { name: 'x', image: 'y' }, restartCount: 0 })).toEqual({ unready: true });
  expect(behaviorByImage({})({ pod, container: { name: 'x' }, restartCount: 0 })).toEqual({});
});

test.each<[Record<string, string>, string, ContainerBehavior]>([
  [{}, 'c', {}],
  [{ 'simulated-node/exit-code': '1' }, 'c', { exitCode: [1] }],
  [{ 'simulated-node/exit-code': '1,0' }, 'c', { exitCode: [1, 0] }],
  [{ 'simulated-node/exit-code': 'one' }, 'c', {}],
  [{ 'simulated-node/exit-after-ms': '20' }, 'c', { exitCode: 0, exitAfterMs: 20 }],
  [{ 'simulated-node/exit-code': '1' }, 'i', {}],
  [{ 'simulated-node/exit-code.i': '1' }, 'i', { exitCode: [1] }],
  [{ 'simulated-node/runs': 'true', 'simulated-node/ready': 'false' }, 'c', { runs: true, unready: true }],
  [{ 'simulated-node/pull-error': 'denied', 'simulated-node/start-ms': '5' }, 'c', { pullError: 'denied', startMs: 5 }],
  [
    { 'simulated-node/started': 'false', 'simulated-node/unhealthy-after-ms': '7' },
    'c',
    { neverStarted: true, unhealthyAfterMs: 7 },
  ],
  [{ 'simulated-node/oom-after-ms': '9' }, 'c', { oomAfterMs: 9 }],
  [
    { 'simulated-node/start-error': 'no such file', 'simulated-node/termination-message': 'done' },
    'c',
    { startError: 'no such file', terminationMessage: 'done' },
  ],
  [
    { 'simulated-node/stop-ms': '1', 'simulated-node/post-start-ms': '2', 'simulated-node/pre-stop-ms': '3' },
    'c',
    { stopMs: 1, postStartMs: 2, preStopMs: 3 },
  ],
  [
    { 'simulated-node/post-start-error': 'exit 1', 'simulated-node/pre-stop-error.c': 'exit 2' },
    'c',
    { postStartError: 'exit 1', preStopError: 'exit 2' },
  ],
  [{ 'simulated-node/stop-ms': 'soon', 'simulated-node/start-error': '' }, 'c', {}],
  [{ 'simulated-node/waiting': 'CreateContainerError' }, 'c', { waiting: { reason: 'CreateContainerError' } }],
])('behaviorFromAnnotations of %o for %s', (annotations, name, expected) => {
  expect(behaviorFromAnnotations({ pod: podWith(annotations), container: { name } })).toEqual(expected);
});
