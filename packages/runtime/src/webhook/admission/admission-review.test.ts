import { expect, test } from 'vitest';
import { readAdmissionReview } from './admission-review.ts';

const review = (fields: object): Uint8Array => new TextEncoder().encode(JSON.stringify(fields));

test.each(['admission.k8s.io/v1', 'admission.k8s.io/v1beta1'])('reads a review of %s', (apiVersion) => {
  const { apiVersion: read, request } = readAdmissionReview(
    review({ apiVersion, kind: 'AdmissionReview', request: { uid: 'u' } }),
  );
  expect([read, request.uid]).toEqual([apiVersion, 'u']);
});

test('reads a body without a version as v1', () => {
  expect(readAdmissionReview(review({})).apiVersion).toBe('admission.k8s.io/v1');
});
