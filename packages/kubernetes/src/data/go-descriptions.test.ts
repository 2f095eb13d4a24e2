import { describe, expect, test } from 'vitest';
import { descriptionOf } from './descriptions.ts';
import {
  comparableDescription,
  digestOf,
  exactDescriptionOf,
  goDescriptionOf,
  goDescriptions,
} from './go-descriptions.ts';

describe('goDescriptionOf', () => {
  test('gives figures by type and field', () => {
    expect(goDescriptionOf('meta/v1.TypeMeta', 'apiVersion')?.layout).toEqual(['11', '11', '4', '3']);
    expect(goDescriptionOf('core/v1.Affinity')?.layout).toEqual(['8']);
    // Its schema is not made of its fields, so that controller-gen never writes this.
    expect(goDescriptionOf('meta/v1.ObjectMeta')).toBeUndefined();
  });

  test.each(['core/v1.Nothing', 'nothing/v1.Pod', 'Pod', '', '../core/v1.Pod', 'core/v1.__proto__'])(
    'has none for %j',
    (name) => expect(goDescriptionOf(name)).toBeUndefined(),
  );

  test('has them in one form', () => {
    const all = goDescriptions();
    const lines = new Set(all.flatMap(({ layout }) => layout));
    expect(all.filter(({ digest, layout }) => !/^[\w-]{8}$/.test(digest) || layout.length === 0)).toEqual([]);
    expect([...lines].filter((line) => !/^(?:0|[_>]*(?:[1-9]\d*[_>]*)*)$/.test(line))).toEqual([]);
    expect(all.length).toBeGreaterThan(4000);
  });
});

describe('a description for comparisons', () => {
  test('is the text, if kb has it', () => {
    const text = descriptionOf('meta/v1.Condition', 'status');
    expect(exactDescriptionOf('meta/v1.Condition', 'status')).toBe(text);
    expect(comparableDescription(text ?? '')).toBe(text);
  });

  test('is a digest, if kb does not have the text', () => {
    const go = goDescriptionOf('core/v1.PodSpec', 'affinity');
    expect(descriptionOf('core/v1.PodSpec', 'affinity')).toBeUndefined();
    expect(exactDescriptionOf('core/v1.PodSpec', 'affinity')).toBe(`digest:${go?.digest}`);
  });

  test('is absent, if Go has none', () => {
    expect(exactDescriptionOf('meta/v1.ObjectMeta')).toBeUndefined();
    expect(comparableDescription('What an author wrote.')).toBeUndefined();
  });

  test('digests are those of SHA-256', () => expect(digestOf('')).toBe('47DEQpj8'));
});
