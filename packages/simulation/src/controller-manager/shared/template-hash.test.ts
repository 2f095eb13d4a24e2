import { describe, expect, test } from 'vitest';
import { type Template, templateHash } from './template-hash.ts';

const template = (image: string): Template => ({ spec: { containers: [{ name: 'c', image }] } });

describe('templateHash', () => {
  test('is equal for equal templates, whatever the order of their keys', () => {
    const one: Template = { spec: { containers: [{ name: 'c', image: 'a' }], hostname: 'h' } };
    const other: Template = { spec: { hostname: 'h', containers: [{ image: 'a', name: 'c' }] } };
    expect(templateHash(one, undefined)).toBe(templateHash(other, undefined));
  });

  test('changes with the template and after a collision, and is valid in names and labels', () => {
    const hashes = [
      templateHash(template('a'), undefined),
      templateHash(template('b'), undefined),
      templateHash(template('a'), 0),
      templateHash(template('a'), 1),
    ];
    expect(new Set(hashes).size).toBe(4);
    for (const hash of hashes) expect(hash).toMatch(/^[bcdf456789]{1,10}$/);
  });
});
