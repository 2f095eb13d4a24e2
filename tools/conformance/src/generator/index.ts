import { differentialSuite } from './differential-suite.ts';
import type { GeneratorSuite } from '../generator-suite.ts';
import { twinsSuite } from './twins-suite.ts';
import { yamlSuite } from './yaml-suite.ts';

/** Every suite about the generator, in the order in which they are run. */
export const generatorSuites: readonly GeneratorSuite[] = [twinsSuite, yamlSuite, differentialSuite];
