import { describe, expect, test } from 'vitest';
import type { TypeExpression } from '../../declaration.ts';
import { asInKubernetes, isOfKubernetes } from './as-in-kubernetes.ts';

const ofUs = (name: string): TypeExpression => ({ kind: 'reference', to: { name, module: '@kb/apimachinery' } });
const number: TypeExpression = { kind: 'keyword', keyword: 'number' };
const narrow = (name: string): TypeExpression => ({ kind: 'intersection', of: [ofUs(name), number] });

describe('a field of an interface that extends a type of Kubernetes', () => {
  test.each<[string, TypeExpression, TypeExpression]>([
    ['an int64', ofUs('int64'), narrow('int64')],
    ['an int', ofUs('int'), narrow('int')],
    ['a list', { kind: 'list', items: ofUs('int64') }, { kind: 'list', items: narrow('int64') }],
    ['a map', { kind: 'map', values: ofUs('int64') }, { kind: 'map', values: narrow('int64') }],
    ['null', { kind: 'nullable', of: ofUs('int64') }, { kind: 'nullable', of: narrow('int64') }],
  ])('never accepts a bigint: %s', (_, type, wanted) => {
    expect(asInKubernetes(type)).toEqual(wanted);
  });

  test.each<[string, TypeExpression]>([
    ['an int32', ofUs('int32')],
    ['a text', { kind: 'keyword', keyword: 'string' }],
    ['a type of that name from elsewhere', { kind: 'reference', to: { name: 'int64' } }],
  ])('is not changed: %s', (_, type) => {
    expect(asInKubernetes(type)).toEqual(type);
  });

  test('applies only to @kb/kubernetes', () => {
    expect(isOfKubernetes({ name: 'Probe', module: '@kb/kubernetes/core/v1' })).toBe(true);
    expect(isOfKubernetes({ name: 'Condition', module: '@kb/apimachinery' })).toBe(false);
    expect(isOfKubernetes({ name: 'Probe' })).toBe(false);
  });
});
