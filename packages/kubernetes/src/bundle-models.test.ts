import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleModels } from '../scripts/models/bundle-models.ts';
import { clientNodeFolder } from '../scripts/wire-types/client-node-folder.ts';

const clientNode = clientNodeFolder(fileURLToPath(new URL('..', import.meta.url)));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kb-models-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const declaration = (name: string): string =>
  `import type { ${name} } from '@kubernetes/client-node/dist/gen/models/${name}.js';\nexport type Model = ${name};\n`;

test('declarations import copies of the models, which are complete', () => {
  mkdirSync(join(folder, 'core'));
  writeFileSync(join(folder, 'core/v1.d.ts'), declaration('V1ServicePort'));
  writeFileSync(join(folder, 'top.d.ts'), declaration('V1EnvVar'));
  writeFileSync(join(folder, 'core/v1.js'), 'export {};\n');
  const models = bundleModels(folder, clientNode);
  expect(models).toEqual(expect.arrayContaining(['V1EnvVar', 'V1EnvVarSource', 'V1ObjectMeta', 'V1ServicePort']));
  expect(readFileSync(join(folder, 'core/v1.d.ts'), 'utf8')).toContain(`from '../client-node/V1ServicePort.js'`);
  expect(readFileSync(join(folder, 'top.d.ts'), 'utf8')).toContain(`from './client-node/V1EnvVar.js'`);
  for (const name of [...models, 'types']) {
    const text = readFileSync(join(folder, 'client-node', `${name}.d.ts`), 'utf8');
    for (const [, from = ''] of text.matchAll(/from ['"]([^'"]+)['"]/g)) {
      expect([...models, 'types']).toContain(/^\.\/(\w+)\.js$/.exec(from)?.[1]);
    }
  }
});

test('an unknown layout of client-node is an error', () => {
  const other = join(folder, 'other');
  mkdirSync(join(other, 'dist/gen'), { recursive: true });
  cpSync(join(clientNode, 'dist/gen/models'), join(other, 'dist/gen/models'), { recursive: true });
  writeFileSync(join(other, 'LICENSE'), '');
  writeFileSync(join(other, 'dist/types.d.ts'), `import { V1Pod } from './api.js';\n`);
  const declarations = join(folder, 'declarations');
  mkdirSync(declarations);
  writeFileSync(join(declarations, 'v1.d.ts'), declaration('V1EnvVar'));
  expect(() => bundleModels(declarations, other)).toThrow(/imports something else/);
});
