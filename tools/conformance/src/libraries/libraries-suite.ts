import type { GeneratorSuite } from '../generator-suite.ts';
import { typeFestCases } from './cases/type-fest.ts';
import { typeBoxCases, valibotCases } from './cases/typebox-and-valibot.ts';
import { zodCases } from './cases/zod.ts';
import { compareLibraries } from './compare-libraries.ts';
import type { LibraryCase } from './cases/library-case.ts';

/** Types that real libraries compute. */
export const libraryCases: readonly LibraryCase[] = [...zodCases, ...typeBoxCases, ...valibotCases, ...typeFestCases];

/**
 * Types of zod, TypeBox, valibot and type-fest, as they are published: a schema that takes the values that tsc takes,
 * or an error whose way out has one.
 */
export const librariesSuite: GeneratorSuite = {
  name: 'libraries',
  async run({ seed, log }) {
    const refused = libraryCases.filter((each) => each.refused !== undefined).length;
    log(`${libraryCases.length} types of zod, TypeBox, valibot and type-fest, ${refused} of these without a schema`);
    return { total: libraryCases.length, failures: await compareLibraries(libraryCases, seed) };
  },
};
