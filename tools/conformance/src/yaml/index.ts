import type { GeneratorSuite } from '../generator-suite.ts';
import { yamlLayoutsSuite, yamlReadingSuite } from './yaml-reading-suites.ts';

/** Every suite about how YAML is read, in the order in which they are run. */
export const yamlSuites: readonly GeneratorSuite[] = [yamlReadingSuite, yamlLayoutsSuite];
