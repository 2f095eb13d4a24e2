import { assert, json, property } from 'fast-check';
import { parse } from 'yaml';
import type { JsonValue } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { plainYaml } from './plain-yaml.ts';

test.each([
  ['atomic', 'atomic\n'],
  ['merge,retainKeys', 'merge,retainKeys\n'],
  ['', '""\n'],
  ['*', "'*'\n"],
  ['true', '"true"\n'],
  ["it's: so", "'it''s: so'\n"],
  ['.5', '".5"\n'],
  ['1.36', '"1.36"\n'],
  [3, '3\n'],
  [true, 'true\n'],
  [['port', 'protocol'], '- port\n- protocol\n'],
  [[{ group: '', kind: 'Pod', version: 'v1' }], '- group: ""\n  kind: Pod\n  version: v1\n'],
  [{ group: 'apps', kind: 'Deployment' }, 'group: apps\nkind: Deployment\n'],
  [[{ discriminator: 'type', fields: { a: 'A' } }], '- discriminator: type\n  fields:\n    a: A\n'],
  [{}, '{}\n'],
  [[], '[]\n'],
])('%j', (value, text) => expect(plainYaml(value)).toBe(text));

test('is YAML that means the same', () => {
  assert(
    property(json(), (text) => {
      const value = JSON.parse(text) as JsonValue;
      expect(parse(plainYaml(value), { version: '1.1' })).toEqual(value);
    }),
  );
});
