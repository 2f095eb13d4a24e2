import type { RequestStep, Area } from '../../sequence.ts';
import { sequence } from '../../steps.ts';
import { list, object, properties, text } from './try-schemas.ts';

const node = (rules: readonly object[]): object =>
  object(
    {
      x: text,
      'with.dot': text,
      m: { type: 'object', additionalProperties: text },
      o: object({ y: text, l: list(text) }),
      l: list(object({ y: text })),
      any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      open: { type: 'object', additionalProperties: true },
    },
    { 'x-kubernetes-validations': rules },
  );
const ruled = (...rules: readonly object[]): RequestStep[] => properties(...rules.map((rule) => node([rule])));

/** What is checked of rules before they are compiled. */
export const ruleDeclarations: Area = {
  name: 'declarations of rules',
  sequences: [
    sequence(
      'rules and messages',
      ...ruled(
        {},
        { rule: '' },
        { rule: ' \n\t ' },
        { rule: '', message: ' ' },
        { rule: 'true', message: ' ' },
        { rule: 'true', message: '' },
        { rule: 'true', message: 'a\nb' },
        { rule: 'true', message: 'a\rb' },
        { rule: 'true', message: '\na\n' },
        { rule: 'true\n' },
        { rule: 'true ||\ntrue' },
        { rule: 'true ||\rtrue' },
        { rule: 'true ||\ntrue', message: ' ' },
        { rule: 'true ||\ntrue', message: 'a' },
        { rule: 'true', messageExpression: ' ' },
        { rule: 'true', messageExpression: '' },
        { rule: 'true ||\ntrue', messageExpression: '"a"' },
      ),
      ...properties(
        node([{ rule: '' }, { rule: 'true', message: ' ' }, { rule: 'true' }, { rule: ' ', messageExpression: ' ' }]),
      ),
    ),
    sequence(
      'reasons',
      ...ruled(
        ...[
          'FieldValueInvalid',
          'FieldValueForbidden',
          'FieldValueRequired',
          'FieldValueDuplicate',
          'FieldValueNotFound',
          'Invalid',
          '',
          'fieldValueInvalid',
        ].map((reason) => ({ rule: 'true', reason })),
        { rule: 'true', reason: null },
      ),
    ),
    sequence(
      'paths of fields',
      ...ruled(
        ...[
          '',
          ' ',
          '.x',
          '.y',
          'x',
          '.x.y',
          '.m',
          '.m.k',
          ".m['k.k']",
          '.m[k]',
          '.m.k.k',
          '.o.y',
          '.o.z',
          ".o['y']",
          '.l',
          '.l[0]',
          '.l[0].y',
          '.l.y',
          '.o.l',
          '.any',
          '.any.z',
          '.open',
          '.open.z',
          '.open.z.z',
          "['x']",
          "['with.dot']",
          '.with.dot',
          ".['x']",
          '["x"]',
          '.',
          '..x',
          '.x.',
          '.x\n',
          '\n.x',
          '.x ',
          ' .x',
          '.self.x',
          "['x'",
          "['x]",
          '[x]',
          '[]',
        ].map((fieldPath) => ({ rule: 'true', fieldPath })),
      ),
      ...properties(
        { type: 'string', 'x-kubernetes-validations': [{ rule: 'true', fieldPath: '.x' }] },
        list(text, { 'x-kubernetes-validations': [{ rule: 'true', fieldPath: '[0]' }] }),
        {
          type: 'object',
          additionalProperties: text,
          'x-kubernetes-validations': [{ rule: 'true', fieldPath: '.any' }],
        },
      ),
    ),
    sequence(
      'mistakes beside rules',
      ...properties(
        object({ x: {} }, { 'x-kubernetes-validations': [{ rule: 'nonsense(' }] }),
        object({ x: { type: 'foo' } }, { 'x-kubernetes-validations': [{ rule: '' }] }),
        object({ x: { type: 'string', default: 1 } }, { 'x-kubernetes-validations': [{ rule: 'nonsense(' }] }),
        object({ x: { ...list(text), uniqueItems: true } }, { 'x-kubernetes-validations': [{ rule: 'nonsense(' }] }),
      ),
    ),
  ],
};
