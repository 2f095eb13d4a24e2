import { expect, test } from 'vitest';
import { publishedManifest } from './published-manifest.ts';

test('entries that lead to sources are not published', () => {
  const published = publishedManifest(
    {
      name: '@kb/one',
      version: '0.1.0',
      exports: {
        '.': { '@kb/source': './src/index.ts', default: './dist/index.js' },
        './scenarios': './src/scenarios/index.ts',
        './package.json': './package.json',
      },
      devDependencies: { '@kb/two': '0.1.0' },
    },
    '0.2.0',
    new Set(),
  );
  expect(published).toEqual({
    name: '@kb/one',
    version: '0.2.0',
    exports: { '.': { default: './dist/index.js' }, './package.json': './package.json' },
  });
});
