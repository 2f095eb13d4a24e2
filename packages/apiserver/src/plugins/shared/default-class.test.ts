import { expect, test } from 'vitest';
import { Store } from '../../storage/store.ts';
import { defaultClassOf } from './default-class.ts';

test('the default class is the newest, or the first by name of several, and is looked for after each change', () => {
  const store = new Store({ historySize: 10, now: () => 0 });
  const defaultClass = defaultClassOf({ store }, 'classes', ['a', 'b']);
  const create = (name: string, second: number, annotations: Record<string, string>): void => {
    const creationTimestamp = `2026-01-01T00:00:0${second}Z`;
    store.create('classes', { apiVersion: 'v1', kind: 'Class', metadata: { name, annotations, creationTimestamp } });
  };
  expect(defaultClass()).toBeUndefined();
  create('z', 1, { a: 'true' });
  expect(defaultClass()).toBe('z');
  create('y', 2, { b: 'true' });
  create('x', 2, { a: 'true' });
  create('w', 3, { a: 'yes' });
  expect(defaultClass()).toBe('x');
  const stored = store.collection('classes').get('', 'x');
  if (stored) store.delete('classes', stored);
  expect(defaultClass()).toBe('y');
});
