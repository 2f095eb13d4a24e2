import { expect, test } from 'vitest';
import { imageProblem } from './image-problem.ts';

const FORMAT = 'invalid reference format';

test.each<[string, string | undefined]>([
  ['web', undefined],
  ['web:1.2', undefined],
  ['library/web', undefined],
  ['localhost:5000/a/b_c.d-e:v1', undefined],
  ['Example.com/web', undefined],
  [`example.com/web@sha256:${'a'.repeat(64)}`, undefined],
  ['Web:1', `${FORMAT}: repository name (library/Web) must be lowercase`],
  ['example.com/Web', `${FORMAT}: repository name (Web) must be lowercase`],
  ['web:', FORMAT],
  ['web:a b', FORMAT],
  ['', FORMAT],
  ['a//b', FORMAT],
  ['-a', FORMAT],
  ['web@sha256:xyz', FORMAT],
])('%s: %s', (image, mistake) => {
  const problem = imageProblem({ name: 'c', image }, false);
  const whole = `Failed to apply default image tag "${image}": couldn't parse image name "${image}": ${mistake ?? ''}`;
  expect(problem?.message).toBe(mistake === undefined ? undefined : whole);
});

test('an image that may not be pulled must be there', () => {
  const container = { name: 'c', image: 'web', imagePullPolicy: 'Never' };
  expect(imageProblem(container, false)).toBeUndefined();
  expect(imageProblem(container, true)).toMatchObject({
    reason: 'ErrImageNeverPull',
    message: 'Container image "web" is not present with pull policy of Never',
  });
});
