import { expect, test } from 'vitest';
import { descriptionOf } from './description.ts';

test.each<[name: string, doc: string, description: string]>([
  ['lines stay lines', 'A.\nB.', 'A.\nB.'],
  ['runs of blank lines become one', '\nA.\n\n\nB.\n\n', 'A.\n\nB.'],
  ['indentation stays', 'A:\n  - b\n  - c', 'A:\n  - b\n  - c'],
  ['markers are left out', 'A.\n+optional\n  +listType=map\nB.', 'A.\nB.'],
  ['prose with a plus stays', 'A.\n+ b\n+1', 'A.\n+ b\n+1'],
  ['lines that begin with TODO are left out', 'A.\nTODO: b\nC. TODO', 'A.\nC. TODO'],
  ['three dashes end it', 'A.\n---\nB.', 'A.'],
  ['but what is in front of them stays as it is', 'A.\n\n---\nB.', 'A.\n'],
  ['code stays', '```\nTODO\n---\n@x\n```\nB.', '```\nTODO\n---\n@x\n```\nB.'],
  ['a tag ends it', 'A.\n\n@see b\nC.', 'A.'],
  ['an example in prose is added', 'A.\n\n@example b c\n@see d', 'A.\n\nExample: b c'],
  ['an example in code is added', 'A.\n@example\n```\n@b\n```', 'A.\n\nExample:\n```\n@b\n```'],
  ['an example that is a value is not', 'A.\n@example "b c"\n@example d', 'A.'],
  ['what is deprecated is added', 'A.\n@deprecated\n  Use B.\n@see b', 'A.\n\nDeprecated: Use B.'],
  ['remarks are added, also without anything above', '@deprecated\n@remarks B.', 'Deprecated.\n\nB.'],
  ['nothing is added after three dashes', 'A.\n---\nB.\n@deprecated', 'A.'],
  ['the name of a package is not a tag', 'A, of\n@b/c and\n@d.e.', 'A, of\n@b/c and\n@d.e.'],
  ['links read as their text', 'See {@link Foo} and {@link Bar | the bar}.', 'See Foo and the bar.'],
  ['a link needs a name and an end', '{@link  } {@link a {@linkcode b c}', '{@link  } {@link a c'],
  ['nothing', '', ''],
])('%s', (_, doc, description) => {
  expect(descriptionOf(doc.split('\n'))).toBe(description);
});
