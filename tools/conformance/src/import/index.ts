import type { GeneratorSuite } from '../generator-suite.ts';
import { byteForByteSuite } from './byte-for-byte/byte-for-byte-suite.ts';
import { importedFilesSuite } from './imported-files/imported-files-suite.ts';
import { narrownessSuite, randomNarrownessSuite } from './narrowness/narrowness-suites.ts';
import {
  roundTripAgainSuite,
  roundTripCommandsSuite,
  roundTripSuite,
  roundTripTogetherSuite,
} from './round-trip/round-trip-suites.ts';

/** Every suite about the import of CRDs, in the order in which they are run. */
export const importSuites: readonly GeneratorSuite[] = [
  roundTripSuite,
  roundTripTogetherSuite,
  roundTripAgainSuite,
  roundTripCommandsSuite,
  byteForByteSuite,
  narrownessSuite,
  randomNarrownessSuite,
  importedFilesSuite,
];
