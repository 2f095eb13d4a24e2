import { expect, test } from 'vitest';
import { createNormaliser } from './normalise.ts';

test('replaces a version wherever it is copied to, but not a number that equals it by chance', () => {
  const normalise = createNormaliser('seq', undefined, new Set(['443']));
  const of = (resourceVersion: string, other: string): unknown =>
    normalise({
      status: 200,
      headers: { warning: `${other} - "beware"` },
      body: { metadata: { resourceVersion }, copy: other },
    });
  expect(of('512', '512')).toMatchObject({ body: { metadata: { resourceVersion: '<rv-1>' }, copy: '<rv-1>' } });
  expect(of('443', '443')).toMatchObject({ body: { metadata: { resourceVersion: '<rv-2>' }, copy: '443' } });
  expect(of('299', '299')).toMatchObject({
    headers: { warning: '299 - "beware"' },
    body: { metadata: { resourceVersion: '<rv-3>' }, copy: '299' },
  });
});

test("removes the seconds to wait for kube-apiserver's cache, and no others", () => {
  const normalise = createNormaliser('seq');
  const of = (message: string, seconds: number): unknown =>
    normalise({
      status: 429,
      headers: { 'retry-after': String(seconds) },
      body: { message, details: { retryAfterSeconds: seconds } },
    });
  expect(of('storage is (re)initializing: no', 2)).toEqual(of('storage is (re)initializing: no', 1));
  expect(of('too many requests', 2)).not.toEqual(of('too many requests', 1));
});
