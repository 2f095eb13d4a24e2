import { expect, test } from 'vitest';
import { createReporter } from '../diagnostic/reporter.ts';
import { memoryReader } from '../read/source-reader.ts';
import { checkAgreement } from './check-agreement.ts';
import { parseProjectFile } from './project-file-text.ts';

const PROJECT = `version: "3"
domain: example.com
projectName: shop
layout:
- typescript.kb/v1
paths:
  controller: [controller]
`;

/** Returns the warnings for controller sources, as `file code`. */
function warningsFor(sources: Readonly<Record<string, string>>): string[] {
  const { project } = parseProjectFile(PROJECT);
  if (project === undefined) throw new Error('the project file is valid');
  const reader = memoryReader(sources);
  const reporter = createReporter(reader);
  const model = {
    groupVersions: [],
    kinds: [],
    types: new Map(),
    permissions: [],
    webhooks: [],
    webhookConfigurations: [],
  };
  checkAgreement({ project, model, crds: [], reader, reporter });
  return reporter.diagnostics().map(({ file, code }) => `${file} ${code}`);
}

const CONTROLLER = 'export const shopController = 1;\n';

test('warns of a controller that no source imports', () => {
  expect(
    warningsFor({ 'controller/src/shop.controller.ts': CONTROLLER, 'controller/src/controllers.ts': 'export {};\n' }),
  ).toEqual(['controller/src/shop.controller.ts KB_CONTROLLER_UNLISTED']);
});

test('does not warn of a controller that a source imports', () => {
  expect(
    warningsFor({
      'controller/src/shop.controller.ts': CONTROLLER,
      'controller/src/controllers.ts': "import { shopController } from './shop.controller.ts';\n",
    }),
  ).toEqual([]);
});
