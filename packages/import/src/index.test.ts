import { expect, test } from 'vitest';
import * as importer from './index.ts';

/** What users of each entry depend on: a name that goes is a breaking change, one that comes is a promise. */
test.each([['@kb/import', importer, ['importDefinitions', 'readDefinitions']]])(
  'the exports of %s are these',
  (_, entry, names) => {
    expect(Object.keys(entry).sort()).toEqual(names);
  },
);
