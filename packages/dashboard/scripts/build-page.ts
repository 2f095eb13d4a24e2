/**
 * Builds the page: `node scripts/build-page.ts [FOLDER]`, by default to `dist/page`. In a clone, `kb dev` calls
 * {@link buildPage} by its path (`src/built-page`); vite is a tool of development, and not in the published package.
 */
import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions } from 'vite';

/** Builds the page into a folder. */
export async function buildPage(folder: string): Promise<void> {
  await build({
    root: fileURLToPath(new URL('../src/page', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    // Also where tests set NODE_ENV.
    mode: 'production',
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    base: './',
    // What the page takes of other packages is their sources too: they need no build before.
    resolve: { conditions: ['@kb/source', ...defaultClientConditions] },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2024',
      // The policy of the page's server allows no inline data.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildPage(process.argv[2] ?? fileURLToPath(new URL('../dist/page', import.meta.url)));
