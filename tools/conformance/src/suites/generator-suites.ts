import { celSuite } from '../cel/specification/specification-suite.ts';
import { celCostsSuite } from '../cel/costs/costs-suite.ts';
import { celObjectsSuite } from '../cel/objects/objects-suite.ts';
import { celOracleSuite } from '../cel/oracle-suite.ts';
import { celLimitsSuite } from '../cel/rules/limits-suite.ts';
import { celRulesSuite } from '../cel/rules/rules-suite.ts';
import { celSyntaxSuite } from '../cel/syntax/syntax-suite.ts';
import { celTypesSuite } from '../cel/types/types-suite.ts';
import { differentialSuite } from '../generator/differential-suite.ts';
import { twinsSuite } from '../generator/twins-suite.ts';
import { yamlSuite } from '../generator/yaml-suite.ts';
import type { GeneratorSuite } from '../generator-suite.ts';
import { byteForByteSuite } from '../import/byte-for-byte/byte-for-byte-suite.ts';
import { importedFilesSuite } from '../import/imported-files/imported-files-suite.ts';
import { narrownessSuite, randomNarrownessSuite } from '../import/narrowness/narrowness-suites.ts';
import {
  roundTripAgainSuite,
  roundTripCommandsSuite,
  roundTripSuite,
  roundTripTogetherSuite,
} from '../import/round-trip/round-trip-suites.ts';
import { chartSuite } from '../chart/chart-suite.ts';
import { kubebuilderSuite } from '../kubebuilder/kubebuilder-suite.ts';
import { librariesSuite } from '../libraries/libraries-suite.ts';
import { matrixSuite } from '../matrix/matrix-suite.ts';
import { tutorialsSuite } from '../tutorials/tutorials-suite.ts';
import { typeErrorsSuite } from '../type-errors/type-errors-suite.ts';
import { valuesSuite } from '../values/values-suite.ts';
import { yamlLayoutsSuite, yamlReadingSuite } from '../yaml/yaml-reading-suites.ts';

/** All suites that need no cluster (generator, YAML, import of CRDs, CEL), in the order in which they run. */
export const generatorSuites: readonly GeneratorSuite[] = [
  twinsSuite,
  yamlSuite,
  differentialSuite,
  typeErrorsSuite,
  valuesSuite,
  librariesSuite,
  yamlReadingSuite,
  yamlLayoutsSuite,
  roundTripSuite,
  roundTripTogetherSuite,
  roundTripAgainSuite,
  roundTripCommandsSuite,
  byteForByteSuite,
  narrownessSuite,
  randomNarrownessSuite,
  importedFilesSuite,
  kubebuilderSuite,
  chartSuite,
  tutorialsSuite,
  matrixSuite,
  celSuite,
  celOracleSuite,
  celSyntaxSuite,
  celTypesSuite,
  celCostsSuite,
  celObjectsSuite,
  celRulesSuite,
  celLimitsSuite,
];
