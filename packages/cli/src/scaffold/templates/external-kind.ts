import type { ProjectFile } from '@kb/codegen';
import type { KindNames } from '../kind-names.ts';
import { type ScaffoldFile, text } from '../scaffold-file.ts';
import { SCOPE } from '../../package-names.ts';

/** The controller of a kind that belongs to another project, by hand from here on. */
export function externalKindFiles(project: ProjectFile, names: KindNames, namespaced: boolean): ScaffoldFile[] {
  const [controller = 'packages/controller'] = project.paths.controller;
  const scope = `@${project.projectName}`;
  return [
    { path: `${controller}/src/${names.lower}.controller.ts`, content: controllerFile(scope, names) },
    { path: `${controller}/src/${names.lower}.controller.test.ts`, content: testFile(scope, names, namespaced) },
  ];
}

function controllerFile(scope: string, { kind, group, plural, controller, handle, folder }: KindNames): string {
  return text(`
    import { type Controller, controllerFor } from '${SCOPE}/runtime';
    import { ${handle} } from '${scope}/client/${folder}';

    // What the operator may do: "npx kb generate" makes the role from these lines.
    // +kubebuilder:rbac:groups=${group},resources=${plural},verbs=get;list;watch

    /** Does what each ${kind}, a kind of another project, asks of this one. */
    export const ${controller}: Controller = controllerFor(${handle}).reconcile(async ({ key, client, log }) => {
      const object = client.cached(${handle}).get(key);
      if (!object || object.metadata.deletionTimestamp) return;

      // Its spec and status have owners already. State what you add beside it:
      // await client.apply(configMaps, configMapFor(object), { controlledBy: object }).
      log.info('${kind} seen', { generation: object.metadata.generation });
    });
  `);
}

function testFile(scope: string, { kind, controller, handle, folder, lower }: KindNames, namespaced: boolean): string {
  const where = namespaced ? ', { namespace: env.namespace }' : '';
  return text(`
    import { createTestEnvironment } from '${SCOPE}/testing';
    import { ${handle} } from '${scope}/client/${folder}';
    import { expect, test } from 'vitest';
    import { ${controller} } from './${lower}.controller.ts';
    import { crds, externalCrds } from './crds.ts';

    test('the controller watches ${kind} objects', async () => {
      await using env = await createTestEnvironment({ crds, externalCrds, controllers: [${controller}] });
      // Create one as its users do, and expect what the controller makes of it.
      expect((await env.client.list(${handle}${where})).items).toEqual([]);
    });
  `);
}
