import { expect, test } from 'vitest';
import * as importer from './index.ts';

/** The public names of each entry: removing one is a breaking change, adding one is a promise. */
test.each([['@kb/import', importer, ['importDefinitions', 'readDefinitions']]])(
  '%s exports these names',
  (_, entry, names) => {
    expect(Object.keys(entry).sort()).toEqual(names);
  },
);
