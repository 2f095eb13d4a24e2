// Asks kube-apiserver's own code (tools/cel-oracle; needs Go) what it says about the chosen objects, for their test:
//   node --conditions=@kb/source tools/conformance/src/cel/objects/recording/main.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chosenObjects } from '../../../../../../packages/apimachinery/src/cel/rules/judge/test-support/chosen-objects.ts';
import { repositoryRoot } from '../../../targets/repository.ts';
import { buildCelOracle } from '../../cel-oracle.ts';
import { askForVerdicts } from '../compare-objects.ts';

const folder = path.join(repositoryRoot, 'packages/apimachinery/src/cel/rules/judge/testdata');
const oracle = buildCelOracle();
if ('reason' in oracle) throw new Error(oracle.reason);
const answers = askForVerdicts(oracle, chosenObjects).map((verdict, index) => ({
  name: chosenObjects[index]?.name,
  ...verdict,
}));
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'chosen-objects.json'), `${JSON.stringify(answers, undefined, 2)}\n`);
console.log(`${answers.length} answers`);
