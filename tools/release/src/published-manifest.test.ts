import { expect, test } from 'vitest';
import { publishedManifest } from './published-manifest.ts';

test('entries that point to sources are not published', () => {
  const published = publishedManifest(
    {
      name: '@kb/one',
      version: '0.1.0',
      exports: {
        '.': { '@kb/source': './src/index.ts', default: './dist/index.js' },
        './scenarios': './test/scenarios/index.ts',
        './test-support/x': './src/test-support/x.ts',
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

test('a dependency on a package that is not published is an error, unless it is bundled', () => {
  const manifest = { name: '@kb/one', version: '0.1.0', dependencies: { '@kb/parts': '0.0.0' } };
  const bundled = { ...manifest, kb: { bundled: ['@kb/parts'] } };
  expect(() => publishedManifest(manifest, '0.2.0', new Set(['@kb/one']))).toThrow(
    '@kb/one depends on @kb/parts, which is not published: name it in kb.bundled',
  );
  expect(publishedManifest(bundled, '0.2.0', new Set(['@kb/one']))).toMatchObject({ dependencies: {} });
});

test('bundled dependencies are not installed with the package', () => {
  const manifest = {
    name: '@kb/one',
    version: '0.1.0',
    dependencies: { '@kb/two': '0.1.0', big: '*', small: '1.2.3' },
    kb: { bundled: ['big'] },
  };
  expect(publishedManifest(manifest, '0.2.0', new Set(['@kb/two']))).toEqual({
    name: '@kb/one',
    version: '0.2.0',
    dependencies: { '@kb/two': '0.2.0', small: '1.2.3' },
  });
});
