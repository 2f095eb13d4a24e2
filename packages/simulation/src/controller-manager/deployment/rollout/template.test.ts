import { describe, expect, test } from 'vitest';
import { equalTemplates, type Template, templateHash } from './template.ts';

const template = (image: string, labels?: Record<string, string>): Template => ({
  ...(labels && { metadata: { labels } }),
  spec: { containers: [{ name: 'c', image }] },
});

describe('equalTemplates', () => {
  test('ignores the hash label, and the difference between empty and absent labels', () => {
    expect(equalTemplates(template('a', { app: 'x' }), template('a', { app: 'x', 'pod-template-hash': '1' }))).toBe(
      true,
    );
    expect(equalTemplates(template('a'), template('a', { 'pod-template-hash': '1' }))).toBe(true);
    expect(equalTemplates(template('a'), template('a', {}))).toBe(true);
  });

  test('detects every other difference', () => {
    expect(equalTemplates(template('a'), template('b'))).toBe(false);
    expect(equalTemplates(template('a', { app: 'x' }), template('a', { app: 'y' }))).toBe(false);
    expect(equalTemplates(template('a', { app: 'x' }), template('a'))).toBe(false);
  });
});

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
