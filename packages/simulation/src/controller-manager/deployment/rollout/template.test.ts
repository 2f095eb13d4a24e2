import { describe, expect, test } from 'vitest';
import type { Template } from '../../shared/template-hash.ts';
import { equalTemplates } from './template.ts';

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
