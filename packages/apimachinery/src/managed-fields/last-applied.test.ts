import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { applied, apply, updated, widget, specOf } from './test-support/widgets.ts';

describe('client-side apply', () => {
  const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
  const lastApplied = JSON.stringify(widget({ color: 'red', size: 1 }));
  const live = updated(undefined, 'kubectl-client-side-apply', { color: 'red', size: 2 });
  const annotated = {
    ...live,
    metadata: { ...(live['metadata'] as JsonObject), annotations: { [annotation]: lastApplied, other: 'x' } },
  };

  test('is taken over by kubectl only, as far as the values still match', () => {
    expect(apply(annotated, 'helm', { color: 'blue' })).toContain('Apply failed with 1 conflict');
    expect(specOf(apply(annotated, 'kubectl', { color: 'blue' }))).toEqual({ color: 'blue', size: 2 });
    expect(apply(annotated, 'kubectl', { color: 'blue', size: 3 })).toBe(
      'Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using kb.example.com/v1: .spec.size',
    );
  });

  test('updates its annotation', () => {
    const object = applied(annotated, 'kubectl', { color: '<b>' });
    expect(object).toHaveProperty(['metadata', 'annotations'], {
      [annotation]:
        '{"apiVersion":"kb.example.com/v1","kind":"Widget","metadata":{"name":"x"},"spec":{"color":"\\u003cb\\u003e"}}\n',
      other: 'x',
    });
    expect(applied(live, 'kubectl', { color: 'red' })).not.toHaveProperty(['metadata', 'annotations']);
  });

  test('drops an annotation that would make the annotations too large', () => {
    const full = {
      ...annotated,
      metadata: { ...annotated.metadata, annotations: { [annotation]: '{}', other: 'x'.repeat(262_000) } },
    };
    expect(applied(full, 'kubectl', { color: 'red', labels: { l: 'y'.repeat(300) } })).toHaveProperty(
      ['metadata', 'annotations'],
      { other: 'x'.repeat(262_000) },
    );
  });

  test.each([
    '{',
    '5',
    '{}',
    '{"apiVersion":"other/v1","kind":"Widget"}',
    '{"apiVersion":"kb.example.com/v1","kind":"Widget","spec":{"nope":1}}',
  ])('ignores an annotation that does not fit: %s', (text) => {
    const broken = { ...annotated, metadata: { ...annotated.metadata, annotations: { [annotation]: text } } };
    expect(apply(broken, 'kubectl', { color: 'blue' })).toContain('Apply failed with 1 conflict');
  });
});
