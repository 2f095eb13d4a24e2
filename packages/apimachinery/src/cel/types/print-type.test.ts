import { expect, test } from 'vitest';
import { type CelType, listOf, mapOf, optionalOf, simpleType } from './cel-type.ts';
import { printType } from './print-type.ts';

test.each<[CelType, string]>([
  [simpleType('timestamp'), 'timestamp'],
  [simpleType('null'), 'null'],
  [simpleType('error'), '!error!'],
  [listOf(simpleType('dyn')), 'list(dyn)'],
  [mapOf(simpleType('string'), listOf(simpleType('uint'))), 'map(string, list(uint))'],
  [optionalOf({ kind: 'parameter', name: 'V' }), 'optional_type(V)'],
  [{ kind: 'opaque', name: 'kubernetes.URL', parameters: [] }, 'kubernetes.URL'],
  [{ kind: 'object', name: 'selfType.spec', fields: new Map() }, 'selfType.spec'],
  [{ kind: 'type' }, 'type'],
  [{ kind: 'type', of: simpleType('int') }, 'type(int)'],
  [{ kind: 'wrapper', of: simpleType('bool') }, 'wrapper(bool)'],
])('a type is printed as cel-go prints it: %o', (type, text) => {
  expect(printType(type)).toBe(text);
});
