import { expect, test } from 'vitest';
import { misspeltVerb } from './rbac-markers.ts';

test.each([
  ['gte', 'get'],
  ['gett', 'get'],
  ['lst', 'list'],
  ['wacth', 'watch'],
  ['udpate', 'update'],
  ['creete', 'create'],
  ['deletes', 'delete'],
  ['deletecolection', 'deletecollection'],
])('suggests another verb for %s: %s', (verb, want) => {
  expect(misspeltVerb(verb)).toBe(want);
});

test.each(
  '* get deletecollection use bind escalate impersonate approve sign attest put post head options set match lint sync act-as use-http exec request'.split(
    ' ',
  ),
)('accepts %s, which is a verb or may be one', (verb) => {
  expect(misspeltVerb(verb)).toBeUndefined();
});
