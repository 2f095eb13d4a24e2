import { compareCorpusYaml } from '../../../../packages/codegen/src/test-support/corpus-yaml.ts';
import type { GeneratorSuite } from '../generator-suite.ts';

/** Real CRDs that controller-gen wrote, parsed and printed again. */
export const yamlSuite: GeneratorSuite = {
  name: 'yaml printing',
  async run({ log }) {
    const compared = compareCorpusYaml();
    if (compared === undefined) return { skipped: 'there is no corpus of real CRDs beside the project' };
    log(
      `${compared.exceptions} files that other tools rewrote are left out: packages/codegen/src/testdata/rewritten-crds.json`,
    );
    return compared;
  },
};
