import { isExported, packageNames, typesOf } from '@kb/kubernetes/data';
import { expect, test } from 'vitest';
import { generate, memoryReader, parseProjectFile } from '../../index.ts';

const folder = 'packages/api/src/shop/v1';

/** Returns the findings of a kind whose spec has fields of a type. */
async function saidOf(module: string, type: string): Promise<string[]> {
  const { project } = parseProjectFile(
    'version: "3"\ndomain: example.com\nrepo: example.com/shop\nprojectName: shop\nlayout:\n- typescript.kb/v1\n',
  );
  if (project === undefined) throw new Error('the project file is invalid');
  const { diagnostics } = await generate({
    root: '/project',
    project,
    builtInDescriptions: false,
    reader: memoryReader({
      'packages/api/package.json': '{ "name": "@shop/api", "type": "module" }',
      [`${folder}/groupversion-info.ts`]: '// +groupName=shop.example.com\nexport {};\n',
      [`${folder}/index.ts`]: "export type { Shop } from './types.ts';\n",
      [`${folder}/types.ts`]: `import type { KubernetesObject } from '@kb/apimachinery';\nimport type { ${type} } from '@kb/kubernetes/${module}';\n// +kubebuilder:object:root=true\nexport interface Shop extends KubernetesObject { spec: { value: ${type} } }\n`,
    }),
  });
  return diagnostics.map(({ code, message, hint }) => `${code} ${message} | ${hint ?? ''}`);
}

test.each([
  ['core/v1', 'VolumeSource', "its fields are those of Volume: write Omit<Volume, 'name'>"],
  ['networking/v1beta1', 'IngressTLS', "import it from '@kb/kubernetes/networking/v1'"],
  ['core/v1', 'PodExecOptions', 'declare an interface with the fields of it that are needed'],
])('refuses %s.%s as TypeScript does, with a replacement', async (module, type, hint) => {
  expect(await saidOf(module, type)).toEqual([
    `KB_TYPE_NOT_FOUND '@kb/kubernetes/${module}' does not export ${type} | ${hint}`,
  ]);
});

test('does not treat a package that is not a group version as a module', async () => {
  expect((await saidOf('intstr', 'IntOrString')).join('\n')).toMatch(
    /^KB_TYPE_ERROR cannot find module '@kb\/kubernetes\/intstr'.* IntOrString, Quantity and RawExtension are in '@kb\/apimachinery'/,
  );
});

test('refuses only names that no module exports', async () => {
  for (const owner of packageNames().filter((name) => name.includes('/'))) {
    const hidden = typesOf(owner).filter((type) => !isExported(type));
    expect([owner, hidden.length < typesOf(owner).length]).toEqual([owner, true]);
  }
  expect(await saidOf('core/v1', 'Volume')).toEqual([]);
});
