import path from 'node:path';
import { applyPlan, fileSystemReader, nodeDisk } from '@kb/codegen';
import { defineCommand } from '../../command-line/command.ts';
import { jsonFlag } from '../../command-line/json-flag.ts';
import { isInside, relativeTo } from '../../folder-paths.ts';
import { openProject } from '../../open-project.ts';
import { workOnProject } from '../../project-lock/work-on-project.ts';
import { printChanges } from '../../report-diagnostics.ts';
import { changeOf } from '../../scaffold/plan-scaffold.ts';

/** `kb build-installer`. */
export const command = defineCommand({
  flags: {
    image: {
      type: 'string',
      value: 'IMAGE',
      description:
        "The operator's image, with tag or digest. Default: that of config/manager. No other file is changed.",
    },
    output: { type: 'string', short: 'o', value: 'FILE', description: 'The file. Default: dist/install.yaml.' },
    'dry-run': { type: 'boolean', description: 'Show what would be written, and write nothing.' },
    json: jsonFlag,
    yes: { type: 'boolean', description: 'Accepted for compatibility: this command never asks.' },
  },
  async run(values, context) {
    const { cwd, disk = nodeDisk, terminal } = context;
    const dryRun = values['dry-run'] ?? false;
    const { root } = openProject(context);
    const { inOrder } = await import('../../deploy/object-order.ts');
    const { parseJson, stringifyJson } = await import('@kb/apimachinery/codec');
    const { printYamlDocument } = await import('@kb/apimachinery/yaml');
    const { renderProject } = await import('../../deploy/project-manifests.ts');
    // The copy makes plain JSON of the typed objects.
    const content = inOrder(await renderProject(values.image, context))
      .map(({ object }) => printYamlDocument(parseJson(stringifyJson(object))))
      .join('');
    const file = path.resolve(values.output === undefined ? root : cwd, values.output ?? 'dist/install.yaml');
    const folder = isInside(root, file) ? root : path.dirname(file);
    const name = relativeTo(folder, file);
    return workOnProject({ root, command: 'kb build-installer', writes: !dryRun }, context, async () => {
      const change = changeOf({ path: name, content }, fileSystemReader(folder));
      const plan = { root: folder, changes: change === undefined ? [] : [change], unchanged: [] };
      if (!dryRun) applyPlan(plan, { command: 'kb build-installer', disk });
      printChanges(plan, terminal);
      if (dryRun) terminal.print('Nothing was written (--dry-run).');
      return 0;
    });
  },
});
