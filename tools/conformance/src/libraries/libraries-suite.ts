import type { GeneratorSuite } from '../generator-suite.ts';
import { typeFestCases } from './cases/type-fest.ts';
import { typeBoxCases, valibotCases } from './cases/typebox-and-valibot.ts';
import { zodCases } from './cases/zod.ts';
import { compareLibraries } from './compare-libraries.ts';
import type { LibraryCase } from './cases/library-case.ts';

/** The types, by library. */
export const libraries: Readonly<Record<string, readonly LibraryCase[]>> = {
  zod: zodCases,
  TypeBox: typeBoxCases,
  valibot: valibotCases,
  'type-fest': typeFestCases,
};

/** The types of all libraries. */
export const libraryCases: readonly LibraryCase[] = Object.values(libraries).flat();

/**
 * Types of the published zod, TypeBox, valibot and type-fest. Each has a schema that accepts the same values as tsc, or
 * an error that suggests a type with such a schema.
 */
export const librariesSuite: GeneratorSuite = {
  name: 'libraries',
  async run({ seed, log }) {
    const refused = libraryCases.filter((each) => each.refused !== undefined).length;
    log(`${libraryCases.length} types of zod, TypeBox, valibot and type-fest, ${refused} of these without a schema`);
    return { total: libraryCases.length, failures: await compareLibraries(libraryCases, seed) };
  },
};
